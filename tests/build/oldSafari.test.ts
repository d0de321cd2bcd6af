import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Needs the build that `npm test` makes first.
const scripts = globSync('dist/client/{*,assets/*}.js')

/**
 * What Safari cannot read before 16.4, so that a file with it does not run at all, and what the build leaves as it is
 * although it compiles for ES2022: lookbehind in regular expressions, and blocks of code in classes.
 */
const unreadable = /\(\?<[=!]|\bstatic\s*\{/

/** Questions about the screen that it cannot read before 16.4, and whose answer is no. */
const neverTrue =
  /\b(?:width|height)\s*[<>]=?\s*[\d.]+(?:px|r?em)\b|[\d.](?:px|r?em)\s*[<>]=?\s*(?:width|height)\b/

it.each([
  ['every script is one that Safari 16.2 can read', unreadable],
  ['and asks about the screen in words that it knows', neverTrue],
])('%s', (_promise, wrong) => {
  expect(scripts).toContain('dist/client/sw.js')
  expect(scripts.length).toBeGreaterThan(100)
  const found = scripts.flatMap((file) => {
    const script = readFileSync(file, 'utf8')
    const at = script.search(wrong)
    return at < 0 ? [] : [`${file}: ${script.slice(at, at + 40)}`]
  })
  expect(found).toEqual([])
})
