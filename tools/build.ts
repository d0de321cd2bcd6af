import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import type { BuildAssets, PageAssets } from '../contract/page.ts'
import { listWorkerFiles } from './listWorkerFiles.ts'
import { preparePages } from './preparePages.ts'

const client = 'dist/client'
const log = (line: string) => console.log(`  ${line}`)

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/** Builds the shop: the browser's files, the server entry, and what the server must know of both. */
async function run() {
  // Of the build that is replaced: cut short, this one must not pass for it.
  await rm('dist/.built', { force: true })
  process.env['NODE_ENV'] = 'production'
  log('the shop for the browser')
  await build({ logLevel: 'warn' })
  log('its pages for the server')
  await build({ logLevel: 'warn', build: { ssr: 'src/server-entry.tsx' } })
  const manifest: Manifest = JSON.parse(await readFile(`${client}/.vite/manifest.json`, 'utf8'))
  const tree = await readFile('src/routeTree.gen.ts', 'utf8')
  const assets = assetsOf(manifest, routeFiles(tree))
  await writeFile('dist/server/assets.json', JSON.stringify(assets))
  log('the replacement for a worker that must be removed')
  await buildRetiredWorker()
  log('pages that are the same for everybody')
  await preparePages()
  const entry = manifest['index.html']?.file
  if (entry === undefined) throw new Error('The build has no entry script')
  await listWorkerFiles(client, [assets.boot, entry, ...assets.entry.scripts])
  log('compressed copies')
  await compressFiles()
}

async function buildRetiredWorker() {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      lib: { entry: 'sw/retired.ts', formats: ['es'], fileName: () => 'sw-retired.js' },
    },
  })
}

/** Route ids and their files, read from the generated tree: `'/cart': typeof CartRoute` and its import. */
function routeFiles(tree: string): Map<string, string> {
  const imports = new Map<string, string>()
  for (const [, name, file] of tree.matchAll(/import \{ Route as (\w+)RouteImport \} from '\.\/(.+)'/g)) {
    if (name !== undefined && file !== undefined) imports.set(name, file)
  }
  const byId = /interface FileRoutesById \{([\s\S]*?)\n\}/.exec(tree)?.[1] ?? ''
  const files = new Map<string, string>()
  for (const [, id, name] of byId.matchAll(/'?([^\s':]+)'?: typeof (\w+?)Route(?:WithChildren)?$/gm)) {
    const file = imports.get(name ?? '') ?? (id === '__root__' ? imports.get('root') : undefined)
    if (id !== undefined && file !== undefined) files.set(id, file)
  }
  return files
}

function assetsOf(manifest: Manifest, routes: Map<string, string>): BuildAssets {
  // A script comes after all that it imports: `src/boot.ts` runs them in this order.
  const collect = (key: string, into: PageAssets = { scripts: [], styles: [] }, met = new Set<string>()) => {
    const chunk = manifest[key]
    if (!chunk || met.has(key)) return into
    met.add(key)
    for (const imported of chunk.imports ?? []) collect(imported, into, met)
    if (!into.scripts.includes(chunk.file)) into.scripts.push(chunk.file)
    into.styles.push(...(chunk.css ?? []))
    return into
  }
  const boot = manifest['src/boot.ts']?.file
  if (boot === undefined) throw new Error('The build has no boot script')
  const all: BuildAssets = { boot, entry: collect('index.html'), routes: {} }
  // The entry is loaded by its own script element.
  all.entry.scripts.pop()
  for (const [id, file] of routes) {
    const parts = Object.keys(manifest).filter((key) => key.startsWith(`src/${file}.tsx?tsr-split=component`))
    all.routes[id] = parts.reduce((into, key) => collect(key, into), {
      scripts: [],
      styles: [],
    } as PageAssets)
  }
  return all
}

async function compressFiles() {
  const files = await readdir(client, { recursive: true })
  await Promise.all(
    files
      // Pages and the worker are filled in by the server, which compresses them itself.
      .filter((file) => /\.(js|css|svg|json|webmanifest|txt)$/.test(file) && !/^(\.vite|sw\.js)/.test(file))
      .map(async (file) => {
        const path = join(client, file)
        const plain = await readFile(path)
        if (plain.length < 1024) return
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        }
        await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, { params }))
        await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
      }),
  )
}

await run()
