import { join } from 'node:path'
import { type Rolldown, build } from 'vite'
import { describe, expect, it } from 'vitest'
import { replaceModules, standIns } from '../../tools/standIns.ts'

const root = process.cwd()

/** Parts that a page may load later, with code that they share. */
const parts: Readonly<Record<string, string>> = {
  one: "import { shared } from 'shared'; console.log('one', shared)",
  two: "import { shared } from 'shared'; console.log('two', shared)",
  shared: "export const shared = 'shared'",
}

type How = { releaseOf?: (name: string) => string; modulePreload?: false }

/** Builds a page with this in it, and returns all of its scripts. */
async function built(page: string, replaced = standIns, { releaseOf, ...how }: How = {}) {
  const modules = new Map(
    Object.entries({ page, ...parts }).map(([name, code]) => [join(root, `${name}.js`), code]),
  )
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' || id in parts ? join(root, `${id}.js`) : undefined),
        load: (id) => modules.get(id),
      },
      replaceModules(replaced, releaseOf),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'page' }, ...how },
  })
  const bundles: Rolldown.RolldownOutput[] = 'on' in made ? [] : [made].flat()
  return bundles.flatMap(({ output }) => output.map((file) => ('code' in file ? file.code : ''))).join('\n')
}

const another = { releaseOf: () => '0.0.1' }
const only = (part: string) => standIns.filter(({ module }) => module.includes(part))
const router = `
  import { createRouter, createRootRoute } from '@tanstack/react-router';
  export const shop = createRouter({ routeTree: createRootRoute(), parseSearch: String, stringifySearch: String });`
const reads = "import { QueryClient } from '@tanstack/react-query'; new QueryClient().fetchQuery({});"

describe('what stands in for modules of libraries', () => {
  it('is made for the releases that are installed', async () => {
    await expect(built('export {}', standIns)).rejects.toThrow('No module is')
  })

  it('is the router’s stores, which are those of its library in any other release', async () => {
    expect(await built(router, only('store'))).not.toContain('createReactiveSystem')
    const other = await built(router, only('store'), another)
    expect(other).toContain('createReactiveSystem')
  })

  it('is nothing, for how the router would read addresses by itself', async () => {
    expect(await built(router, only('searchParams'))).not.toContain('jsonStart')
    expect(await built(router, only('searchParams'), another)).toContain('jsonStart')
  })

  it('is nothing, for lists without an end', async () => {
    expect(await built(reads, only('infinite'))).not.toContain('pageParams')
    expect(await built(reads, only('infinite'), another)).toContain('pageParams')
  })

  it('is a loader of styles alone, for parts that come later', async () => {
    const later = "import('one'); import('two')"
    expect(await built(later, only('preload'), { modulePreload: false })).not.toContain('csp-nonce')
    expect(await built(later, only('preload'), { ...another, modulePreload: false })).toContain('csp-nonce')
    await expect(built(later, only('preload'))).rejects.toThrow('loads scripts ahead')
  })
})

describe('a build that needs what is left out', () => {
  it.each([
    [
      'a store of its own',
      "import { Store } from '@tanstack/store'; console.log(Store)",
      'uses @tanstack/store',
    ],
    [
      'a router that is to read addresses by itself',
      '',
      'makes a router without parseSearch and stringifySearch',
      router.replace('parseSearch: String, ', ''),
    ],
    [
      'the router’s own way to read addresses',
      "import { parseSearchWith } from '@tanstack/react-router'; console.log(parseSearchWith)",
      'uses parseSearchWith',
    ],
    [
      'a list without an end',
      "import { useInfiniteQuery } from '@tanstack/react-query'; console.log(useInfiniteQuery)",
      'uses useInfiniteQuery',
    ],
    ['pages of one, fetched ahead', 'client.prefetchInfiniteQuery({})', 'uses prefetchInfiniteQuery'],
  ])('is refused: %s', async (_what, code, reason, shop = router) => {
    await expect(built(`${shop} ${reads} ${code}`, only('@tanstack'))).rejects.toThrow(reason)
  })
})
