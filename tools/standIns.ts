import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A module of a library in whose place browsers get something smaller. */
export type StandIn = {
  /** The end of the module's path. */
  module: string
  /** The packages that use the module, and the releases of which it is known what they want of it. */
  releases: Readonly<Record<string, string>>
  code: string
  /** Why a module of anybody else needs what is left out, if it does. */
  whyRefused?: (code: string) => string | undefined
  /** The same of a file of the build. */
  whyFileRefused?: (code: string) => string | undefined
}

const own = (path: string) => JSON.stringify(fileURLToPath(new URL(`../${path}`, import.meta.url)))

/** What is imported by a name and never used. */
const unused = (...names: string[]) =>
  `export const ${names.map((name) => `${name} = undefined`).join(', ')};`

const found = (code: string, name: RegExp) => {
  const use = name.exec(code)?.[0]
  return use === undefined ? undefined : `uses ${use}`
}

/** A router that is not told how addresses are read and written takes its own way. */
const withoutParser = (code: string) =>
  /\bcreateRouter\(/.test(code) && !(/\bparseSearch\b/.test(code) && /\bstringifySearch\b/.test(code))
    ? 'makes a router without parseSearch and stringifySearch'
    : undefined

export const standIns: readonly StandIn[] = [
  {
    module: '/node_modules/@tanstack/store/dist/atom.js',
    releases: {
      '@tanstack/react-router': '1.170.46',
      '@tanstack/router-core': '1.171.39',
      '@tanstack/react-store': '0.11.2',
      '@tanstack/store': '0.11.2',
    },
    code: `export { batch, createAtom } from ${own('src/lib/atoms.ts')}; ${unused('createAsyncAtom', 'flush', 'toObserver')}`,
    whyRefused: (code) => found(code, /@tanstack\/(?:react-)?store(?=["'])/),
  },
  {
    // The router reads and writes addresses as `src/lib/search.ts` does.
    module: '/node_modules/@tanstack/router-core/dist/esm/searchParams.js',
    releases: { '@tanstack/react-router': '1.170.46', '@tanstack/router-core': '1.171.39' },
    code: unused('defaultParseSearch', 'defaultStringifySearch', 'parseSearchWith', 'stringifySearchWith'),
    whyRefused: (code) =>
      withoutParser(code) ??
      found(code, /\b(?:default(?:Parse|Stringify)Search|(?:parse|stringify)SearchWith)\b/),
  },
  {
    // Lists have pages with addresses of their own.
    module: '/node_modules/@tanstack/query-core/build/modern/infiniteQueryBehavior.js',
    releases: { '@tanstack/query-core': '5.108.4', '@tanstack/react-query': '5.108.4' },
    code: unused('infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage'),
    whyRefused: (code) => found(code, /\b\w*[iI]nfiniteQuer\w*/),
  },
  {
    // What loads a part's styles before the part.
    module: '\0vite/preload-helper.js',
    releases: { vite: '8.3.8' },
    code: `export { __vitePreload } from ${own('src/lib/loadPart.ts')};`,
    // The list of files that parts need: of scripts only with `modulePreload`.
    whyFileRefused: (code) =>
      /\b__vite__mapDeps\b[^\]]*\.js["'`]/.test(code) ? 'loads scripts ahead' : undefined,
  },
]

const installed = (name: string): string => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(`node_modules/${name}/package.json`, 'utf8'),
  )
  return version
}

/**
 * Replaces modules of libraries in the browser's build. A build that uses what is left out is refused, and so is one
 * without the module; with any other release of a library its module is bundled as it is.
 * @param releaseOf the release of a package that is installed
 */
export function replaceModules(
  replaced: readonly StandIn[] = standIns,
  releaseOf: (name: string) => string = installed,
): Plugin {
  const left = replaced.filter(({ releases }) =>
    Object.entries(releases).some(([name, release]) => releaseOf(name) !== release),
  )
  const used = replaced.filter((one) => !left.includes(one))
  const met = new Set<StandIn>()
  const reasons = new Map<string, string>()
  return {
    name: 'damson-stand-ins',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const { module, releases } of left)
        this.warn(`${module} is bundled as it is: what stands in for it is for ${JSON.stringify(releases)}`)
    },
    load: {
      filter: { id: /node_modules|^\0vite/ },
      handler(id) {
        const one = used.find(({ module }) => id.endsWith(module))
        if (!one) return
        met.add(one)
        return { code: one.code, map: null }
      },
    },
    transform: {
      order: 'post',
      handler(code, id) {
        for (const { releases, whyRefused } of used) {
          if (Object.keys(releases).some((name) => id.includes(`/node_modules/${name}/`))) continue
          const reason = whyRefused?.(code)
          if (reason !== undefined) reasons.set(id, reason)
        }
      },
    },
    // Only now it is known which modules are sent at all.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const one of used) if (!met.has(one)) this.error(`No module is ${one.module}`)
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type !== 'chunk') continue
          for (const [id, { renderedLength }] of Object.entries(file.modules)) {
            const reason = renderedLength > 0 ? reasons.get(id) : undefined
            if (reason !== undefined) this.error(`${id} ${reason}, which tools/standIns.ts leaves out`)
          }
          for (const { whyFileRefused } of used) {
            const reason = whyFileRefused?.(file.code)
            if (reason !== undefined) this.error(`${name} ${reason}, which tools/standIns.ts leaves out`)
          }
        }
      },
    },
  }
}
