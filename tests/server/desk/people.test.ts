import { parse } from 'csv-parse/sync'
import { eq, inArray } from 'drizzle-orm'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { Order } from '#contract/order.ts'
import { customers, email_tokens, saved_cards } from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { newsletter_subscribers } from '#server/db/schema/letters.ts'
import { orders, payment_attempts } from '#server/db/schema/orders.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { card, data, newPiece, newShopper, readyShopper } from '#tests/server/orders/pieces.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

let shop: Shop
/** The cards that the gateway was told to forget. */
const forgotten: string[] = []
beforeAll(async () => {
  shop = await openShop({
    environment: { PUBLIC_URL: 'https://damson.test' },
    gateway: {
      ...testGateway(),
      forgetCard: async ({ gateway_token }) => void forgotten.push(gateway_token),
    },
  })
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
  return { text: said.text, rows, file: said.files?.[0] }
}

test('the next letter goes to who has confirmed, with the link that leaves, and to nobody else', async () => {
  await subscribe('reader@example.com')
  await subscribe('leaver@example.com')
  await signUp('unsure@example.com')
  const before = await exported()
  expect(before.text).toBe(`2 readers written to ${resolve('readers.csv')}.`)
  expect(before.rows.map(({ email }) => email)).toEqual(['reader@example.com', 'leaver@example.com'])
  // Nobody else of the desk's machine reads it, and Excel takes it for what it is.
  expect(before.file).toMatchObject({ isPrivate: true, content: expect.stringMatching(/^\uFEFFemail,/) })
  expect((await desk(shop, 'people', 'show', 'unsure@example.com')).text).toMatch(
    /^Newsletter +requested .+, never confirmed$/m,
  )
  const leave = new URL(before.rows[1]?.['leave'] ?? '')
  expect(leave.href).toMatch(/^https:\/\/damson\.test\/newsletter\?unsubscribe=[\w-]{32}$/)
  const left = await shop.call('POST', paths.unsubscribeNewsletter, {
    body: { token: leave.searchParams.get('unsubscribe') },
  })
  expect(left.status).toBe(200)
  expect((await exported()).rows.map(({ email }) => email)).toEqual(['reader@example.com'])
})

test('an address that a spreadsheet would take for a formula, from when they were still taken, is left out and named', async () => {
  const formulas = ["=cmd|'/ccalc'!a1+@attacker.example", '+tag@example.com', '-a@example.com']
  const sure = { confirmed_at: new Date(), requested_at: new Date() }
  await shop.db.insert(newsletter_subscribers).values(
    formulas.map((email, nth) => ({
      ...sure,
      email,
      confirm_token: `confirm ${nth}`,
      unsubscribe_token: `leave ${nth}`,
    })),
  )
  const { text, rows } = await exported()
  expect(rows.map(({ email }) => email)).toEqual(['reader@example.com'])
  const [written, warning = ''] = text.split('\n')
  expect(written).toBe(`1 reader written to ${resolve('readers.csv')}.`)
  expect(warning).toMatch(/^Left out, because a spreadsheet would take it for a formula: /)
  for (const email of formulas) expect(warning).toContain(email)
})

test('who has no account is told what is held of them, and it is erased when they ask', async () => {
  const email = 'vera@example.com'
  await subscribe(email)
  await write(email, 'Is it a real opal?')
  await write('overa@example.com', 'Another Vera.')
  const recipients = async () => (await deliver(shop)).map((mail) => mail.headers.get('to'))
  expect(await recipients()).toEqual(expect.arrayContaining([email, 'overa@example.com']))
  const shown = (await desk(shop, 'people', 'show', 'Vera@example.com')).text
  expect(shown).toMatch(/^Account +none\nNewsletter +since .+\nMessages +1\n/)
  expect(shown).toMatch(/\n\nIs it a real opal\?$/)

  const forgotten = await desk(shop, 'people', 'forget', email)
  expect(forgotten).toMatchObject({ code: 0, text: expect.stringContaining('files in DATA_DIR/outbox') })
  expect(await recipients()).not.toContain(email)
  expect(await recipients()).toContain('overa@example.com')
  expect((await desk(shop, 'people', 'show', email)).text).toBe(
    'Account     none\nNewsletter  not requested\nMessages    0\nOrders      0',
  )
  expect((await exported()).rows.map((row) => row['email'])).not.toContain(email)
  const { rows } = await shop.pool.query("select to_address from mails where to_address ilike '%vera@%'")
  expect(rows.filter(({ to_address }) => to_address === email)).toEqual([])
  expect((await desk(shop, 'people', 'show', 'overa@example.com')).text).toMatch(/Messages +1\n/)
})

test('orders under an address of no account are told of, and what of them has to stay, why and for how long', async () => {
  const email = 'nora@example.com'
  const piece = await newPiece(shop)
  const place = async (status: 'pending' | 'shipped' | 'delivered' | 'cancelled', isLeft: boolean) => {
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const { id, order_number } = data<Order>(
      await shopper.checkout({
        contact: { first_name: 'Nora', last_name: 'Plum', email: 'Nora@example.com', phone: '020 7946 0123' },
      }),
    )
    await shop.db.update(orders).set({ status }).where(eq(orders.id, id))
    if (isLeft) await shop.db.delete(customers).where(eq(customers.id, shopper.id))
    return { id, order_number, owner: shopper }
  }
  const pending = await place('pending', true)
  const shipped = await place('shipped', true)
  const delivered = await place('delivered', true)
  const ofAccount = await place('pending', false)
  const owed = await place('cancelled', true)
  const isOwed = eq(payment_attempts.order_id, owed.id)
  await shop.db
    .update(payment_attempts)
    .set({ status: 'releasing', updated_at: new Date(Date.now() - 61_000) })
    .where(isOwed)
  const all = [pending, shipped, delivered, ofAccount, owed]
  const shown = (await desk(shop, 'people', 'show', email)).text
  expect(shown).toMatch(/\nOrders +5\n/)
  for (const { order_number } of all) expect(shown).toContain(order_number)
  const other = await newShopper(shop)
  expect((await other.call('PATCH', paths.profile, { body: { email } })).status).toBe(200)
  // Far off, so that nobody sends them meanwhile.
  const next_attempt_at = new Date('2099-01-01')
  const written = { subject: 'On its way', html: '', to_address: email, next_attempt_at }
  await shop.db.delete(mails)
  await shop.db.insert(mails).values([
    { ...written, text: `Your order ${pending.order_number}` },
    { ...written, text: `Your order ${pending.order_number}, sent`, sent_at: new Date() },
    { ...written, text: 'Your cart waits' },
  ])

  const said = await desk(shop, 'people', 'forget', email)
  expect(said.code).toBe(0)
  const [toArrive = '', toPayBack = ''] = said.text.split('\n\n')
  expect(toArrive).toMatch(/^The recipients of these orders stay, .* still to be sent or on their way\./)
  expect(toArrive).toContain(`${pending.order_number}  pending  `)
  expect(toArrive).toContain(`${shipped.order_number}  shipped  `)
  expect(toArrive).not.toContain(owed.order_number)
  expect(toPayBack).toMatch(
    /^The recipients of these cancelled orders stay, because the orders are not paid back yet\. Each is erased within an hour of its order being paid back; until then todo lists that\.\n/,
  )
  expect(toPayBack).toContain(`${owed.order_number}  cancelled  `)
  expect(said.text).not.toContain(delivered.order_number)
  expect(said.text).not.toContain(ofAccount.order_number)
  expect(said.text).toMatch(/1 email about orders will still be sent/)
  const kept = await shop.db
    .select()
    .from(orders)
    .where(
      inArray(
        orders.id,
        all.map(({ id }) => id),
      ),
    )
  const emailOf = ({ id: wanted }: { id: string }) => kept.find(({ id }) => id === wanted)?.contact.email
  expect(all.map(emailOf)).toEqual([email, email, '', ofAccount.owner.email, email])
  const waiting = await shop.db.select().from(mails).where(eq(mails.to_address, email))
  expect(waiting).toMatchObject([{ text: `Your order ${pending.order_number}`, is_forgotten: true }])
  expect(JSON.stringify(await shop.db.select().from(email_tokens))).not.toContain(email)
  expect((await desk(shop, 'people', 'show', email)).text).toMatch(/\nOrders +3\n/)

  expect(toArrive).toContain('at the latest 90 days after it was sent')
  for (const { order_number } of [shipped, pending]) {
    await desk(shop, 'orders', 'shipped', order_number, '--tracking', 'RM1')
    expect(await desk(shop, 'orders', 'delivered', order_number)).toMatchObject({ code: 0 })
  }
  await shop.db.delete(mails)
  const rest = (await desk(shop, 'people', 'forget', email)).text
  expect(rest).toMatch(/^The recipients of these cancelled orders stay/)
  expect(rest).not.toContain('on their way')
  expect(await desk(shop, 'orders', 'refunded', owed.order_number)).toMatchObject({ code: 0 })
  expect((await desk(shop, 'people', 'forget', email)).text).toMatch(
    /^Nothing is held about nora@example.com any more\./,
  )
  expect((await desk(shop, 'people', 'show', email)).text).toMatch(/\nOrders +0$/)
})

test('an account is its owner’s to delete, and nothing under its address goes without it', async () => {
  const { email } = await newShopper(shop)
  await write(email, 'Where is my ring?')
  const owned = `${email} has an account. Its owner deletes it`
  expect(await desk(shop, 'people', 'forget', email)).toEqual({
    code: 1,
    text: `${owned} on the account page. The address was never confirmed there, so messages and the newsletter stay: forget them here afterwards.`,
  })
  await shop.db.update(customers).set({ email_verified_at: new Date() }).where(eq(customers.email, email))
  expect(await desk(shop, 'people', 'forget', email)).toEqual({
    code: 1,
    text: `${owned}, and all of this, on the account page.`,
  })
  expect((await desk(shop, 'people', 'show', email)).text).toMatch(/^Account +yes.*\n.*\nMessages +1\n/)
})

test('a blocked account, which its owner cannot delete, is erased here as its owner would, and says so', async () => {
  const piece = await newPiece(shop)
  const ada = await readyShopper(shop, [{ product_id: piece.id }])
  const { email } = ada
  await shop.db.update(customers).set({ email_verified_at: new Date() }).where(eq(customers.id, ada.id))
  const contact = { first_name: 'Ada', last_name: 'Quince', email, phone: '020 7946 0123' }
  const { id, order_number } = data<Order>(await ada.checkout({ contact }))
  await ada.call('POST', paths.paymentMethods, { body: card() })
  const [kept] = await shop.db.select().from(saved_cards).where(eq(saved_cards.customer_id, ada.id))
  await write(email, 'Where is my ring?')
  await subscribe(email)
  await desk(shop, 'customers', 'block', email)
  expect((await desk(shop, 'people', 'show', email)).text).toMatch(
    /^Account +yes, and blocked: people forget erases it; for a copy, its owner has to be unblocked$/m,
  )

  const { code, text } = await desk(shop, 'people', 'forget', email)
  const [erased, stays = ''] = text.split('\n\n')
  expect([code, erased]).toEqual([
    0,
    `The blocked account of ${email} is erased, as its owner would do it, and an email there says so. Nobody is kept from signing up with the address again.`,
  ])
  expect(stays).toMatch(/^The recipients of these orders stay/)
  expect(stays).toContain(order_number)
  expect(await shop.db.select().from(customers).where(eq(customers.email, email))).toEqual([])
  expect(await shop.db.select().from(orders).where(eq(orders.id, id))).toMatchObject([
    { customer_id: null, contact: { email } },
  ])
  expect(forgotten).toEqual([kept?.gateway_token])
  const told = await shop.db.select().from(mails).where(eq(mails.to_address, email))
  expect(told).toMatchObject([{ subject: 'Your account was deleted', is_forgotten: true }])
  expect((await desk(shop, 'people', 'show', email)).text).toMatch(
    /^Account +none\nNewsletter +not requested\nMessages +0\nOrders +1\n/,
  )
})

test('a blocked account stays while its former address can take it back', async () => {
  const ada = await shop.signUp()
  await shop.db.update(customers).set({ email_verified_at: new Date() }).where(eq(customers.id, ada.user_id))
  const email = `thief-${ada.email}`
  await ada.call('PATCH', paths.profile, { body: { email } })
  const [mail] = await shop.db.select().from(mails).where(eq(mails.to_address, email))
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  expect((await shop.call('POST', paths.verifyEmail, { body: { token } })).status).toBe(200)
  await desk(shop, 'customers', 'block', email)
  expect(await desk(shop, 'people', 'forget', email)).toEqual({
    code: 1,
    text: expect.stringMatching(
      /^thief-.+ has not long been the address of this account, which is blocked\. Until .+ the one before can take it back: forget it after that\.$/,
    ),
  })
  expect(await shop.db.select().from(customers).where(eq(customers.email, email))).toHaveLength(1)
})

test.each([[['newsletter', 'export']], [['newsletter', 'export', 'x.json']], [['people', 'forget', 'vera']]])(
  '%j is wrong use',
  async (words) => {
    expect((await desk(shop, ...words)).code).toBe(2)
  },
)
