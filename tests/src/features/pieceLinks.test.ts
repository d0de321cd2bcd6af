import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const links = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) =>
    readFileSync(join('src', file), 'utf8')
      .split('<Link')
      .slice(1)
      .map((link) => ({ file, link: link.slice(0, link.indexOf('>')) })),
  )
  .filter(({ link }) => link.includes('to="/products/$slug"'))

it.each(links)('the link to a piece in $file carries which piece it means', ({ link }) => {
  expect(link).toMatch(/state=\{\{ productId/)
})
