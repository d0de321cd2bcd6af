import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { newOrderNumber } from '#server/orders/store.ts'
import { address, card, copyOrder, data, newPiece } from '#tests/server/orders/pieces.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

const portion = 1_000
const portions = 5
/** What a hundred orders a day leave in the outbox, of which each is kept for thirty days. */
const sentPortions = 9

describe.runIf(inject('postgres') !== null)('a customer of thousands of orders', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine: 'postgres' })
  })
  afterAll(() => shop.close())

  const mailAbout = (order_number: string, sent_at: Date | null = new Date()) => ({
    to_address: 'somebody@example.com',
    subject: `Your order ${order_number}`,
    text: sent_at === null ? 'We are sorry.' : '',
    html: '',
    sent_at,
    next_attempt_at: new Date(Date.now() + 3_600_000),
  })

  test('can delete their account within the time that a statement has, in a shop that sends thousands of emails', async () => {
    const ada = await shop.signUp()
    await shop.db.update(customers).set({ email_verified_at: new Date() })
    const { id: product_id } = await newPiece(shop)
    const home = data<{ id: string }>(await ada.call('POST', paths.addresses, { body: address }))
    await ada.call('POST', paths.cartItems, { body: { product_id, variant_id: null } })
    const body = { shipping_address_id: home.id, payment_method: 'card', payment_data: card() }
    const { id, order_number } = data<{ id: string; order_number: string }>(
      await ada.call('POST', paths.checkout, { body }),
    )
    const theirs = [order_number]
    for (let nth = 0; nth < portions; nth++)
      theirs.push(...(await copyOrder(shop, id, portion, new Date(Date.now() - nth * portion))))
    for (let nth = 0; nth < sentPortions; nth++)
      await shop.db.insert(mails).values(Array.from({ length: portion }, () => mailAbout(newOrderNumber())))
    const others = newOrderNumber()
    const [sent = '', waiting = ''] = [theirs[1], theirs.at(-1)]
    await shop.db
      .insert(mails)
      .values([
        mailAbout(others, null),
        mailAbout(sent),
        { ...mailAbout(newOrderNumber(), null), text: `Is it with ${waiting.toLowerCase()}?` },
      ])

    const answer = await ada.call('DELETE', paths.account, { body: { password: ada.password } })
    expect([answer.status, answer.body]).toEqual([200, { message: 'Your account has been deleted' }])
    const left = await shop.db.select({ subject: mails.subject, text: mails.text }).from(mails)
    const isLeft = (word: string) =>
      left.some((mail) => `${mail.subject} ${mail.text}`.toUpperCase().includes(word))
    expect([others, sent, waiting, order_number].map(isLeft)).toEqual([true, false, false, false])
  })
})
