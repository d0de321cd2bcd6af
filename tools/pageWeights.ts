import { readFileSync, readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { BuildAssets } from '../contract/page.ts'

const client = 'dist/client'
const weigh = (file: string) => gzipSync(readFileSync(`${client}/${file}`), { level: 9 }).length
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + weigh(file), 0)

/** Bytes of one route's first view, gzip -9. */
export type PageWeight = { route: string; scripts: number; styles: number }

/**
 * What the first view of each route weighs in the present build: the scripts requested at once, and the styles inlined
 * in the page. What is loaded later, as the shopper moves, is not counted.
 */
export function pageWeights(): PageWeight[] {
  const assets: BuildAssets = JSON.parse(readFileSync('dist/server/assets.json', 'utf8'))
  const html = readFileSync(`${client}/index.html`, 'utf8')
  const entry = /<script type="module"[^>]* src="\/([^"]+)"/.exec(html)?.[1]
  if (entry === undefined) throw new Error('Build the shop first: npm run build')
  return Object.entries(assets.routes).map(([route, own]) => ({
    route,
    scripts: sum([assets.boot, entry, ...assets.entry.scripts, ...own.scripts]),
    styles: sum([...assets.entry.styles, ...own.styles]),
  }))
}

/** Bytes of all fonts; they are compressed already. */
export const fontWeight = (): number =>
  readdirSync(`${client}/assets`)
    .filter((file) => file.endsWith('.woff2'))
    .reduce((total, file) => total + readFileSync(`${client}/assets/${file}`).length, 0)
