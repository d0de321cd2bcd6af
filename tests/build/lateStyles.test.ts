import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Manifest } from 'vite'

// Needs the build that `npm test` makes first.
const manifest: Manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'))

/** The style files that a module, or a file of the build by its name, brings with everything it imports statically. */
function stylesOf(place: string, seen = new Set<string>()): string[] {
  if (seen.has(place)) return []
  seen.add(place)
  const part = manifest[place] ?? Object.values(manifest).find(({ name }) => name === place)
  if (!part) throw new Error(`The build has no ${place}`)
  return [...(part.css ?? []), ...(part.imports ?? []).flatMap((other) => stylesOf(other, seen))]
}

const pageOf = (route: string) => `src/routes/${route}?tsr-split=component---loader---pendingComponent`

/** What comes in addition to the styles of a list, which the page itself brings. */
function lateStyles(...places: string[]) {
  const own = new Set([...stylesOf('index.html'), ...stylesOf(pageOf('products.index.tsx'))])
  return new Set(places.flatMap((place) => stylesOf(place)).filter((file) => !own.has(file)))
}

// Style files that load together arrive in any order, and a browser lays out the whole page again if one arrives before
// another that precedes it in the document.
it('styles that come after the page come in one file', () => {
  expect(lateStyles('soon', 'later').size).toBe(1)
})

it('styles of a piece’s page, and of the way to it, come in one file', () => {
  const files = lateStyles('opening', pageOf('products.$slug.tsx'))
  expect(files.size).toBe(1)
})
