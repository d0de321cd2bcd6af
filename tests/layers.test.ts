import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const probe = 'layerProbe'

const layers = [
  'src/lib',
  'src/ui',
  'src/offline',
  'src/features/cart',
  'src/routes',
  'src/shell',
  'src',
  'sw',
]

/** A file of each part, as others would import it; of the worker there is no `#sw`. */
const oneOf = {
  lib: '#src/lib/http.ts',
  offline: '#src/offline/network.ts',
  features: '#src/features/catalogue/api.ts',
  routes: '#src/routes/index.tsx',
  shell: '#src/shell/Shell.tsx',
  sw: 'sw/sw.ts',
  server: '#server/app.ts',
}
type Part = keyof typeof oneOf

const programs: Part[] = ['sw', 'server']
const pages: Part[] = ['features', 'routes', 'shell']
/** Which parts no file of a layer may import. */
const outOfReach: Record<string, readonly Part[]> = {
  contract: ['lib', 'offline', ...pages, ...programs],
  'src/lib': ['offline', ...pages, ...programs],
  'src/ui': ['offline', ...pages, ...programs],
  'src/offline': [...pages, ...programs],
  'src/features/cart': [...pages, ...programs],
  'src/routes': programs,
  'src/shell': programs,
  src: programs,
  sw: ['lib', 'offline', ...pages, 'server'],
  server: ['lib', 'offline', ...pages, 'sw'],
}

const upFrom = (layer: string) => '../'.repeat(layer.split('/').length)

const sourcesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')

/** The packages that the shop runs on and only the server imports. */
function serversOwn(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const [server, others] = [sourcesIn('server'), ['contract', 'src', 'sw'].map(sourcesIn).join('\n')]
  const isIn = (sources: string, name: string) =>
    sources.includes(`from '${name}'`) || sources.includes(`from '${name}/`)
  return Object.keys(dependencies).filter((name) => isIn(server, name) && !isIn(others, name))
}

const forbidden: [string, string][] = [
  ...layers.flatMap((layer) => serversOwn().map((name): [string, string] => [`${layer}/${probe}.ts`, name])),
  ...[...layers, 'contract', 'server', 'server/orders', 'tools'].flatMap((layer): [string, string][] => [
    [`${layer}/${probe}.ts`, '#tests/support/shop.ts'],
    [`${layer}/${probe}.ts`, `${upFrom(layer)}tests/support/shop.ts`],
    [`${layer}/${probe}.ts`, `${upFrom(layer)}e2e/support/shopper.ts`],
  ]),
  ...Object.entries(outOfReach).flatMap(([layer, others]) =>
    others.map((other): [string, string] => [
      `${layer}/${probe}.ts`,
      other === 'sw' ? upFrom(layer) + oneOf.sw : oneOf[other],
    ]),
  ),
  [`contract/${probe}.ts`, '../src/lib/http.ts'],
  [`contract/${probe}.ts`, 'react'],
  [`contract/${probe}.ts`, 'wretch'],
  [`contract/${probe}.ts`, 'node:fs'],
  [`src/lib/${probe}.ts`, '../features/cart/api.ts'],
  [`src/features/cart/${probe}.ts`, 'drizzle-orm/pg-core'],
  [`src/features/cart/${probe}.ts`, '../catalogue/api.ts'],
  [`server/orders/${probe}.ts`, '../../src/lib/http.ts'],
]

const allowed: [string, string][] = [
  [`contract/${probe}.ts`, 'valibot'],
  [`contract/${probe}.ts`, './money.ts'],
  [`contract/${probe}.ts`, '#contract/money.ts'],
  [`src/lib/${probe}.ts`, 'wretch'],
  [`src/features/cart/${probe}.ts`, '#src/lib/http.ts'],
  [`src/routes/${probe}.ts`, '#src/features/cart/api.ts'],
  [`server/orders/${probe}.ts`, '../catalogue/store.ts'],
]

/** How a module asks for another: with itself, or once it needs it. */
const ways: ((name: string) => string)[] = [
  (name) => `import { thing } from '${name}'\n\nexport const probe = thing\n`,
  (name) => `export const probe = () => import('${name}')\n`,
]

/** One file for each of these imports in each way, all linted in one run: the linter's messages, by file. */
const complaints = new Map<string, string>()
const filesOf = (file: string, imported: string) =>
  ways.map((_, way) =>
    file.replace('.ts', `${way}${imported.replaceAll(/\W/g, (mark) => String(mark.charCodeAt(0)))}.ts`),
  )
const saidOf = (file: string, imported: string) => filesOf(file, imported).map((path) => complaints.get(path))

beforeAll(() => {
  // Under the shop's own rules, but in a folder of their own: other tests read the shop's sources meanwhile.
  const folder = mkdtempSync(join(tmpdir(), 'damson-layers-'))
  cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const files = [...forbidden, ...allowed].flatMap(([file, imported]) => {
    const paths = filesOf(file, imported)
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    for (const [way, path] of paths.entries()) writeFileSync(join(folder, path), ways[way]?.(imported) ?? '')
    return paths
  })
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format=unix', ...files], {
    encoding: 'utf8',
    cwd: folder,
  })
  const lines = stdout.split('\n')
  for (const file of files) complaints.set(file, lines.filter((line) => line.includes(file)).join('\n'))
  rmSync(folder, { recursive: true, force: true })
})

describe('the layers are fenced by the linter', () => {
  it.each(forbidden)('%s must not import %s', (file, imported) => {
    for (const said of saidOf(file, imported)) expect(said).toContain('no-restricted-imports')
  })

  it.each(allowed)('%s may import %s', (file, imported) => {
    for (const said of saidOf(file, imported)) expect(said).not.toContain('no-restricted-imports')
  })

  it('and it is the server’s own packages that they are fenced from', () => {
    expect(serversOwn()).toEqual(expect.arrayContaining(['fastify', 'jose', 'pg']))
  })

  it('no folder has a barrel', () => {
    const barrels = ['contract', 'src', 'sw', 'server']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
      )
      .filter((file) => /(^|\/)index\.tsx?$/.test(file) && !file.startsWith('src/routes/'))
    expect(barrels).toEqual([])
  })
})
