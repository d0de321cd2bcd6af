import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chunks } from '../../tools/chunks.ts'

it('every module that is to share a file in the browser is there under that name', () => {
  const files = ['index.html', ...globSync(['src/**/*.{ts,tsx}', 'contract/*.ts'])]
  const missing = chunks.flatMap(({ name, own = [] }) =>
    own.filter((path) => !files.some((file) => file.startsWith(path))).map((path) => `${name}: ${path}`),
  )
  expect(missing).toEqual([])
})
