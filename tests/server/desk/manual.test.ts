import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCommand } from '#server/desk/arguments.ts'
import { WrongUse } from '#server/desk/command.ts'
import { commands } from '#server/desk/commands.ts'
import { readAmount } from '#server/desk/fields.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

const typedAt = /^npm run desk -- (.+?)(?: +#.*)?$/gm

/** What the documents and each command's own help give to be typed, such as `stock DMS-E-003 +5`. */
const given = [
  ...globSync(['*.md', 'docs/**/*.md']).flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(typedAt)].map(([, line = '']) => line),
  ),
  ...commands.flatMap(({ name, examples }) => examples.map((example) => `${name} ${example}`.trim())),
]
const lines = [...new Set(given)]

/** As a shell takes a line apart. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|((?:\$\(.*?\)|\S)+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')

describe('what the jeweller is given to type', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  test.each(lines)('%s is no wrong use', async (line) => {
    const parsed = parseCommand(wordsOf(line))
    if (parsed.kind === 'help' || 'alone' in parsed.command) return
    // A file that it names is not there, which is no fault of the line.
    const outcome = await parsed.command.prepare(parsed.typed).catch((error: unknown) => error)
    expect(outcome).not.toBeInstanceOf(WrongUse)
  })

  test.each(lines.filter((line) => /^(price|stock) /.test(line)))(
    '%s can be done to the demo, and sells nothing for half its price',
    async (line) => {
      const { code, text } = await desk(shop, ...wordsOf(line))
      expect(code, text).toBe(0)
      const amountIn = (said: RegExp) => readAmount(said.exec(text)?.[1] ?? '') ?? 0
      const [now, before] = [amountIn(/: £([\d,.]+\d)/), amountIn(/It cost £([\d,.]+\d)/)]
      expect(2 * now).toBeGreaterThanOrEqual(before)
    },
  )
})
