// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { ownBuild } from '#src/offline/build.ts'

const assets = globSync('dist/client/assets/*.{js,css,woff2}')
const named = new Map(assets.map((path) => [basename(path), path]))

/** The files that a script names, and those that they name, until there are no more. */
function reached(from: string): Set<string> {
  const known = new Set([from])
  for (const name of known) {
    const text = readFileSync(named.get(name) ?? '', 'latin1')
    for (const other of named.keys()) if (text.includes(other)) known.add(other)
  }
  return known
}

it('a page knows its build by a script that has another name whenever any file has', () => {
  const pages = globSync('dist/client/pages/**/*.html')
  expect(pages.length).toBeGreaterThan(5)
  const builds = new Set(
    pages.map((page) => {
      document.documentElement.innerHTML = readFileSync(page, 'utf8')
      return ownBuild()
    }),
  )
  const [build = ''] = builds
  expect(builds.size).toBe(1)
  const known = reached(basename(build))
  // The page itself names the script that waits for its picture.
  expect([...named.keys()].filter((name) => !known.has(name) && !name.startsWith('boot-'))).toEqual([])
})
