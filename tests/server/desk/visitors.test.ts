import { parse } from 'csv-parse/sync'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { newsletter_subscribers } from '#server/db/schema/letters.ts'
import { newShopper } from '#tests/server/orders/pieces.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ environment: { PUBLIC_URL: 'https://damson.test' } })
})
afterAll(() => shop.close())

const signUp = (email: string) => shop.call('POST', paths.newsletter, { body: { email } })
const write = (email: string, message: string) =>
  shop.call('POST', paths.contactUs, { body: { name: 'Vera', email, subject: 'A stone', message } })
const tokensOf = async (email: string) => {
  const rows = await shop.db.select().from(newsletter_subscribers)
  const found = rows.find((row) => row.email === email)
  if (found === undefined) throw new Error(`${email} is not on the list`)
  return found
}
async function subscribe(email: string) {
  await signUp(email)
  const { confirm_token } = await tokensOf(email)
  await shop.call('POST', paths.confirmNewsletter, { body: { token: confirm_token } })
}
const exported = async () => {
  const said = await desk(shop, 'newsletter', 'export', 'readers.csv')
  const rows: Record<string, string>[] = parse(said.files?.[0]?.content ?? '', { bom: true, columns: true })
  return { text: said.text, rows }
}

test('the next letter goes to who has confirmed, with the link that leaves, and to nobody else', async () => {
  await subscribe('reader@example.com')
  await subscribe('leaver@example.com')
  await signUp('unsure@example.com')
  const before = await exported()
  expect(before.text).toBe(`2 readers written to ${resolve('readers.csv')}.`)
  expect(before.rows.map(({ email }) => email)).toEqual(['reader@example.com', 'leaver@example.com'])
  const leave = new URL(before.rows[1]?.['leave'] ?? '')
  expect(leave.href).toMatch(/^https:\/\/damson\.test\/newsletter\?unsubscribe=[\w-]{32}$/)
  const left = await shop.call('POST', paths.unsubscribeNewsletter, {
    body: { token: leave.searchParams.get('unsubscribe') },
  })
  expect(left.status).toBe(200)
  expect((await exported()).rows.map(({ email }) => email)).toEqual(['reader@example.com'])
})

test('who has no account is told what is held of them, and it is erased when they ask', async () => {
  const email = 'vera@example.com'
  await subscribe(email)
  await write(email, 'Is it a real opal?')
  await write('overa@example.com', 'Another Vera.')
  const shown = (await desk(shop, 'people', 'show', 'Vera@example.com')).text
  expect(shown).toMatch(/^Account +none\nNewsletter +since .+\nMessages +1\n/)
  expect(shown).toMatch(/\n\nIs it a real opal\?$/)

  expect(await desk(shop, 'people', 'forget', email)).toMatchObject({ code: 0 })
  expect((await desk(shop, 'people', 'show', email)).text).toBe(
    'Account     none\nNewsletter  not asked for\nMessages    0',
  )
  expect((await exported()).rows.map((row) => row['email'])).not.toContain(email)
  const { rows } = await shop.pool.query("select to_address from mails where to_address ilike '%vera@%'")
  expect(rows.filter(({ to_address }) => to_address === email)).toEqual([])
  expect((await desk(shop, 'people', 'show', 'overa@example.com')).text).toMatch(/Messages +1\n/)
})

test('an account is its owner’s to delete, and nothing under its address goes without it', async () => {
  const { email } = await newShopper(shop)
  await write(email, 'Where is my ring?')
  expect(await desk(shop, 'people', 'forget', email)).toEqual({
    code: 1,
    text: `${email} has an account. Its owner deletes it, and all of this, on the account page.`,
  })
  expect((await desk(shop, 'people', 'show', email)).text).toMatch(/^Account +yes.*\n.*\nMessages +1\n/)
})

test.each([[['newsletter', 'export']], [['newsletter', 'export', 'x.json']], [['people', 'forget', 'vera']]])(
  '%j is wrong use',
  async (words) => {
    expect((await desk(shop, ...words)).code).toBe(2)
  },
)
