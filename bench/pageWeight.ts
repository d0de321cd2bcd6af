import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { BuildAssets } from '#contract/page.ts'

// `npm run bench:weight`: what the first view of each route weighs in the build as it is, gzip -9: scripts that are
// asked for at once, and styles inlined in the page. What a page wakes up later, as the shopper moves, is not in it.
const assets: BuildAssets = JSON.parse(readFileSync('dist/server/assets.json', 'utf8'))
const weigh = (file: string) => gzipSync(readFileSync(`dist/client/${file}`), { level: 9 }).length
const entry = /<script type="module"[^>]* src="\/([^"]+)"/.exec(
  readFileSync('dist/client/index.html', 'utf8'),
)?.[1]
if (entry === undefined) throw new Error('Build the shop first: npm run build')

const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + weigh(file), 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`

const rows = Object.entries(assets.routes).map(([route, own]) => ({
  route,
  scripts: sum([assets.boot, entry, ...assets.entry.scripts, ...own.scripts]),
  styles: sum([...assets.entry.styles, ...own.styles]),
}))
console.log('scripts      styles     route')
for (const { route, scripts, styles } of rows.sort((a, b) => b.scripts - a.scripts)) {
  console.log(`${kilobytes(scripts)}  ${kilobytes(styles)}  ${route}`)
}
