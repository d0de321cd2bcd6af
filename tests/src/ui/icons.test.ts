import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { icons } from '#src/ui/icons.ts'

const sources = globSync('{src,contract}/**/*.{ts,tsx}')
  .filter((path) => !path.endsWith('ui/icons.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

// What finds dead code sees into no object.
test.each(Object.keys(icons))('the icon %s, which is in every page, is shown on some', (name) => {
  expect(sources.includes(`'${name}'`) || sources.includes(`"${name}"`)).toBe(true)
})
