import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

describe.each(engines())('customers at the desk on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  test('a blocked customer is out at once on every browser, and nobody else learns of it', async () => {
    const ada = await shop.signUp()
    const { email, password } = ada
    const second = (await shop.call('POST', paths.login, { body: { email, password } })).body as {
      refresh: string
    }
    expect((await ada.call('GET', paths.profile)).status).toBe(200)

    expect(await desk(shop, 'customers', 'block', email.toUpperCase())).toEqual({
      code: 0,
      text: `${email} is blocked. 2 sessions ended.`,
    })
    expect((await ada.call('GET', paths.profile)).status).toBe(401)
    for (const { refresh } of [ada, second])
      expect((await shop.call('POST', paths.refreshToken, { body: { refresh } })).status).toBe(401)
    expect((await shop.call('POST', paths.login, { body: { email, password } })).status).toBe(403)

    // Without the password a blocked account answers like one that does not exist.
    const wrong = await shop.call('POST', paths.login, { body: { email, password: 'a wrong one' } })
    const none = await shop.call('POST', paths.login, {
      body: { email: 'none@example.com', password: 'a wrong one' },
    })
    expect([wrong.status, wrong.body]).toEqual([none.status, none.body])

    expect(await desk(shop, 'customers', 'block', email)).toMatchObject({ code: 1 })
    expect(await desk(shop, 'customers', 'unblock', email)).toMatchObject({ code: 0 })
    expect((await shop.call('POST', paths.login, { body: { email, password } })).status).toBe(200)
    expect((await ada.call('GET', paths.profile)).status).toBe(401)
    expect(await desk(shop, 'customers', 'unblock', email)).toMatchObject({ code: 1 })
    expect(await desk(shop, 'customers', 'block', 'nobody@example.com')).toMatchObject({ code: 1 })
    expect(await desk(shop, 'customers', 'block', 'nobody')).toMatchObject({ code: 2 })
  })

  test('an address that waited to be confirmed when its customer was blocked is not confirmed any more', async () => {
    const ada = await shop.signUp()
    const { email, password } = ada
    const wanted = `next-${email}`
    expect((await ada.call('PATCH', paths.profile, { body: { email: wanted } })).status).toBe(200)
    const [mail] = await shop.db.select().from(mails).where(eq(mails.to_address, wanted))
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect(token).toBeDefined()
    await desk(shop, 'customers', 'block', email)
    const confirm = async () => (await shop.call('POST', paths.verifyEmail, { body: { token } })).status
    expect(await confirm()).toBe(400)
    expect(await desk(shop, 'customers', 'unblock', email)).toMatchObject({ code: 0 })
    expect(await confirm()).toBe(400)
    expect((await shop.call('POST', paths.login, { body: { email, password } })).status).toBe(200)
  })

  test('a customer who logs in while being blocked ends up outside', async () => {
    const { email, password, ...ada } = await shop.signUp()
    const logins = Array.from({ length: 4 }, () =>
      shop.call('POST', paths.login, { body: { email, password } }),
    )
    const [, ...replies] = await Promise.all([desk(shop, 'customers', 'block', email), ...logins])
    for (const { access, refresh } of [
      ada,
      ...replies.map(({ body }) => body as { access?: string; refresh?: string }),
    ]) {
      if (access === undefined) continue
      expect((await shop.call('GET', paths.profile, { token: access })).status).toBe(401)
      expect((await shop.call('POST', paths.refreshToken, { body: { refresh } })).status).not.toBe(200)
    }
  })
})
