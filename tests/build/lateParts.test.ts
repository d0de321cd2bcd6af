import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Needs the build that `npm test` makes first.
const scripts = globSync('dist/client/assets/*.js').map((file) => readFileSync(file, 'utf8'))

const loading = String.raw`=>import\(\x60[^\x60]+\x60\)`
/** An export that is read of a file, which is all that belongs into its loading. */
const reading = String.raw`\.then\((\w+)=>\1\.[\w$]+\)`
const found = (pattern: string) => scripts.flatMap((script) => script.match(new RegExp(pattern, 'g')) ?? [])

// The build draws what follows an `import()` into what it loads, twice and for a minute at most.
it('what is to be done where a part is lost or stands still is outside its loading', () => {
  expect(found(loading).length).toBeGreaterThan(50)
  expect(found(String.raw`${loading}(?!${reading})\.(?:then|catch|finally)\(.{0,60}`)).toEqual([])
})
