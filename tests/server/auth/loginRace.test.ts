import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { login } from '#server/auth/accounts.ts'
import { makeLimits } from '#server/auth/limits.ts'
import { type Passwords, passwordHasher } from '#server/auth/passwords.ts'
import { accessTokens } from '#server/auth/tokens.ts'
import { mailLimit } from '#server/mail/limits.ts'
import { customers, sessions } from '#server/db/schema/customers.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { type Customer, type Shop, engines, openShop } from '#tests/support/shop.ts'

const strong = 'Damson-blossom7'

describe.each(engines())('a login under way while the password is replaced, on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  async function resetOf({ email }: Customer) {
    await shop.call('POST', paths.forgotPassword, { body: { email } })
    const [mail] = (await deliver(shop)).filter((one) => one.headers.get('to') === email).slice(-1)
    const token = /reset-password\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    return () =>
      shop.call('POST', paths.resetPassword, {
        body: { new_password: strong, confirm_password: strong, token },
      })
  }
  const sessionsOf = ({ user_id }: Customer) =>
    shop.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.customer_id, user_id), isNull(sessions.revoked_at)))

  /** Logs in with the old password, and runs `meanwhile` once it has been verified. */
  function loginWith(who: Customer, meanwhile: () => Promise<unknown>) {
    const services = { db: shop.db, config: shop.config, clock: () => new Date() }
    const hasher = passwordHasher()
    const passwords: Passwords = {
      ...hasher,
      async inTurn(ip, work) {
        const result = await hasher.inTurn(ip, work)
        await meanwhile()
        return result
      },
    }
    const all = {
      ...services,
      passwords,
      limits: makeLimits(services),
      mayMail: mailLimit(services),
      tokens: accessTokens(shop.config.sessionSecret, services.clock),
    }
    return login(all, { email: who.email, password: who.password, remember: false }, '192.0.2.1')
  }

  test('is refused, and leaves no session', async () => {
    const ada = await shop.signUp()
    const reset = await resetOf(ada)
    await expect(loginWith(ada, reset)).rejects.toMatchObject({
      statusCode: 401,
      message: 'Invalid email or password',
    })
    expect(await sessionsOf(ada)).toEqual([])
  })

  test('of an account that is deleted or blocked meanwhile is refused as well', async () => {
    const gone = await shop.signUp()
    const isGone = eq(customers.id, gone.user_id)
    await expect(loginWith(gone, () => shop.db.delete(customers).where(isGone))).rejects.toMatchObject({
      statusCode: 401,
    })
    const blocked = await shop.signUp()
    const isBlocked = eq(customers.id, blocked.user_id)
    const block = () => shop.db.update(customers).set({ blocked_at: new Date() }).where(isBlocked)
    await expect(loginWith(blocked, block)).rejects.toMatchObject({ statusCode: 403 })
  })

  test('never survives it, whichever comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const ada = await shop.signUp()
      const reset = await resetOf(ada)
      const logins = Array.from({ length: 4 }, () =>
        shop.call('POST', paths.login, { body: { email: ada.email, password: ada.password } }),
      )
      const [done] = await Promise.all([reset(), ...logins])
      expect(done.status).toBe(200)
      expect(await sessionsOf(ada)).toEqual([])
    }
  })
})
