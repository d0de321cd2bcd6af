import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailLimit, sharedMailLimit } from '#server/mail/limits.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'

const hour = 3_600_000

describe.each(engines())('emails counted for many at once, on %s', (engine) => {
  let shop: Shop
  let now = new Date()
  beforeAll(async () => {
    shop = await openShop({ engine, environment: { RATE_LIMIT: 'on' } })
  })
  afterAll(() => shop.close())

  /** Of so many asked for at once, how many may be sent. */
  async function allowed(emails: readonly string[]) {
    const mayMail = sharedMailLimit({ db: shop.db, config: shop.config, clock: () => now })
    const answers = await Promise.all(emails.map((email) => mayMail(shop.db, 'order', email)))
    return emails.filter((_, index) => answers[index])
  }

  test('an address has three in an hour, whoever else is counted with it', async () => {
    const [one, other, third] = ['one@example.com', 'other@example.com', 'third@example.com'] as const
    expect(await allowed([one, other, one, one, other, one, one])).toEqual([one, other, one, one, other])
    expect(await allowed([other, one, other, third])).toEqual([other, third])
    now = new Date(now.getTime() + hour - 1)
    expect(await allowed([one, other])).toEqual([])
    now = new Date(now.getTime() + 1)
    expect(await allowed([one, one, one, one])).toEqual([one, one, one])
  })

  test('they are the same that are counted one by one', async () => {
    const email = 'both@example.com'
    const mayMail = mailLimit({ db: shop.db, config: shop.config, clock: () => now })
    expect(await allowed([email, email])).toEqual([email, email])
    expect(await mayMail(shop.db, 'order', email)).toBe(true)
    expect(await mayMail(shop.db, 'order', email)).toBe(false)
    expect(await mayMail(shop.db, 'contact', email)).toBe(true)
    expect(await allowed([email])).toEqual([])
  })

  test('a count by a clock that was far ahead is forgotten', async () => {
    const email = 'ahead@example.com'
    const before = now
    now = new Date(now.getTime() + 24 * hour)
    expect(await allowed([email, email, email])).toHaveLength(3)
    now = before
    expect(await allowed([email, email, email, email])).toHaveLength(3)
  })
})
