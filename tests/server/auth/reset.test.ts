import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountExport } from '#contract/account.ts'
import type { Profile } from '#contract/auth.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { passwordHasher } from '#server/auth/passwords.ts'
import { makeAfterwards } from '#server/process/afterwards.ts'
import { resetPassword } from '#server/auth/resets.ts'
import { makeAuthServices } from '#server/auth/routes.ts'
import { cards_to_forget, customers, email_tokens, sessions } from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { createFastify } from '#server/http/fastify.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { sendDueMails } from '#server/mail/sender.ts'
import { deliver, quiet } from '#tests/server/mail/eml.ts'
import { desk } from '#tests/server/desk/desk.ts'
import { address, card, data, newPiece } from '#tests/server/orders/pieces.ts'
import { type Reply, type Shop, engines, openShop } from '#tests/support/shop.ts'

const minute = 60_000
const strong = 'Damson-blossom7'
const requested = {
  status: 200,
  body: {
    message: 'If there is an account with this address, a link to choose a new password is on its way to it.',
  },
}
const invalid = {
  status: 400,
  body: {
    message: 'Invalid or Expired Token',
    code: 'invalid_input',
    errors: { token: ['Invalid or Expired Token'] },
  },
}
const done = { status: 200, body: { message: 'Password reset successfully.' } }

describe.each(engines())('on %s', (engine) => {
  let shop: Shop
  let now = new Date()
  /** Runs in the gateway before it saves a card. */
  let beforeKeeping = async () => {}
  beforeAll(async () => {
    const gateway = testGateway()
    shop = await openShop({
      engine,
      environment: { PUBLIC_URL: 'https://damson.test/' },
      clock: () => now,
      gateway: {
        ...gateway,
        keepCard: async (typed) => {
          await beforeKeeping()
          return gateway.keepCard(typed)
        },
      },
    })
  })
  beforeEach(() => {
    now = new Date()
    beforeKeeping = async () => {}
  })
  afterAll(() => shop.close())

  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }
  const forgot = (email: unknown, headers = {}) =>
    shop.call('POST', paths.forgotPassword, { body: { email }, headers })
  const check = (token: unknown) => shop.call('POST', paths.checkPasswordToken, { body: { token } })
  const reset = (token: unknown, password = strong) =>
    shop.call('POST', paths.resetPassword, {
      body: { new_password: password, confirm_password: password, token },
    })
  const login = (email: string, password: string) =>
    shop.call('POST', paths.login, { body: { email, password } })
  const received = async (email: string) =>
    (await deliver(shop)).filter((mail) => mail.headers.get('to') === email)
  const tokenIn = (text: string | undefined) =>
    /https:\/\/damson\.test\/reset-password\?token=([\w-]{43})\n/.exec(text ?? '')?.[1] ?? ''
  const newToken = async (email: string) => {
    await forgot(email)
    return tokenIn((await received(email)).at(-1)?.text)
  }
  const statuses = (answers: { status: number }[]) =>
    answers.map((answer) => answer.status).toSorted((a, b) => a - b)

  test('of 50 uses at once one succeeds, and none after', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    const passwords = Array.from({ length: 50 }, (_, index) => `${strong}-${index}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(statuses(answers)).toEqual([200, ...Array<number>(49).fill(400)])
    for (const answer of answers) expect(answer).toMatchObject(answer.status === 200 ? done : invalid)
    expect(await reset(token)).toMatchObject(invalid)
    expect(await check(token)).toMatchObject(invalid)
    const winner = answers.findIndex((answer) => answer.status === 200)
    expect(await login(ada.email, passwords[winner] ?? '')).toMatchObject({ status: 200 })
    const changed = (await received(ada.email)).filter(
      (mail) => mail.headers.get('subject') === 'Your password was changed',
    )
    expect(changed).toHaveLength(1)
  })

  test('of links asked for at once one is good', async () => {
    const ada = await shop.signUp()
    await Promise.all(Array.from({ length: 8 }, () => forgot(ada.email)))
    const tokens = (await received(ada.email))
      .map((mail) => tokenIn(mail.text))
      .filter((token) => token !== '')
    // Those that were replaced before they were sent are not sent at all.
    expect(tokens).toHaveLength(1)
    expect(await check(tokens[0])).toMatchObject({ status: 200 })
    const links = await shop.db
      .select()
      .from(email_tokens)
      .where(and(eq(email_tokens.customer_id, ada.user_id), eq(email_tokens.purpose, 'reset')))
    expect(links).toHaveLength(8)
    expect(links.filter(({ used_at }) => used_at === null)).toHaveLength(1)
  })

  test('an email whose link a later one has replaced is not sent any more, so that the last to come has the good one', async () => {
    const ada = await shop.signUp()
    await received(ada.email)
    await forgot(ada.email)
    const waiting = and(eq(mails.to_address, ada.email), isNull(mails.sent_at))
    // As after a mail server that was away.
    const next_attempt_at = new Date(Date.now() + 20 * minute)
    await shop.db.update(mails).set({ attempts: 6, last_error: 'Timeout', next_attempt_at }).where(waiting)
    await forgot(ada.email)
    expect(await shop.db.select().from(mails).where(waiting)).toMatchObject([{ attempts: 0 }])
    expect(await check(tokenIn((await received(ada.email)).at(-1)?.text))).toMatchObject({ status: 200 })

    // One that is being sent cannot be called back, but is not tried again.
    await forgot(ada.email)
    const texts: string[] = []
    let isAway = true
    const send = async ({ text }: { text: string }) => {
      texts.push(text)
      if (!isAway) return
      isAway = false
      await forgot(ada.email)
      throw new Error('Timeout')
    }
    await sendDueMails({ db: shop.db, config: shop.config, log: quiet }, { send, close: () => {} })
    expect(texts).toHaveLength(2)
    expect(await check(tokenIn(texts[1]))).toMatchObject({ status: 200 })
    expect(await shop.db.select().from(mails).where(waiting)).toEqual([])
  })

  test('what a stranger is saving while the owner shows that is not saved afterwards', async () => {
    const { email, call } = await shop.signUp()
    const token = await newToken(email)
    const untilRefused = async (save: () => Promise<Reply>): Promise<void> => {
      while ((await save()).status !== 401);
    }
    const [atGateway, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    beforeKeeping = () => {
      atGateway.resolve()
      return released.promise
    }
    const keeping = call('POST', paths.paymentMethods, { body: card() })
    await atGateway.promise
    const saving = [
      ...Array.from({ length: 20 }, (_, index) => {
        const body = { ...address, full_name: `Eve ${index}` }
        return untilRefused(() => call('POST', paths.addresses, { body }))
      }),
      ...Array.from({ length: 4 }, () =>
        untilRefused(() => call('PATCH', paths.profile, { body: { contact_no: '02079460999' } })),
      ),
      untilRefused(() => call('PATCH', paths.profile, { body: { email: `eve-${email}` } })),
    ]
    const answer = await reset(token)
    released.resolve()
    const kept = await keeping
    await Promise.all(saving)
    expect(answer).toMatchObject(done)
    const { access } = (await login(email, strong)).body as { access: string }
    const read = async (path: string) => (await shop.call('GET', path, { token: access })).body
    const held = await Promise.all([paths.addresses, paths.paymentMethods, paths.profile].map(read))
    expect(held).toMatchObject([{ data: [] }, { data: [] }, { contact_no: '', pending_email: null }])
    expect(kept.status).toBe(401)
  })

  // The rest depends neither on who else is at the database nor on SQL written by hand. The embedded one shows it: with
  // its one connection, what asks for a second one hangs.
  if (engine !== 'embedded') return

  test('who forgot their password gets a link by mail and chooses a new one with it', async () => {
    const ada = await shop.signUp()
    expect(await forgot(ada.email.toUpperCase())).toMatchObject(requested)
    const mail = (await received(ada.email)).at(-1)
    expect(mail?.headers.get('subject')).toBe('Choose a new password')
    const token = tokenIn(mail?.text)
    expect(token).not.toBe('')
    expect(mail?.html).toContain(`href="https://damson.test/reset-password?token=${token}"`)
    expect(mail?.text).toContain('30 minutes')

    expect(await check(token)).toMatchObject({ status: 200, body: { valid: true } })
    const answer = await reset(token)
    expect(answer).toMatchObject(done)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await login(ada.email, ada.password)).toMatchObject({ status: 401 })
    expect(await login(ada.email, strong)).toMatchObject({ status: 200 })
  })

  test('the mailed link is of the configured host, whatever the request says', async () => {
    const ada = await shop.signUp()
    await forgot(ada.email, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    })
    const mail = (await received(ada.email)).at(-1)
    expect(tokenIn(mail?.text)).not.toBe('')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  test('only the hash of the token is stored', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    const stored = await shop.db
      .select()
      .from(email_tokens)
      .where(and(eq(email_tokens.customer_id, ada.user_id), eq(email_tokens.purpose, 'reset')))
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(stored[0]?.token_hash).toBe(createHash('sha256').update(token).digest('base64url'))
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(stored[0]?.expires_at.getTime()).toBe(now.getTime() + 30 * minute)
  })

  test('an address without an account gets the same answer, and no mail', async () => {
    const ada = await shop.signUp()
    const known = await forgot(ada.email)
    const unknown = await forgot('nobody@example.com')
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(known.headers).sort())
    expect(await received('nobody@example.com')).toEqual([])
  })

  test.each([
    ['', 'Email is required'],
    [undefined, 'Email is required'],
    ['ada', 'Please enter a valid email'],
    ['a@example.com, b@example.com', 'Please enter a valid email'],
  ])('asking for %j is refused: %s', async (email, message) => {
    const answer = await forgot(email)
    expect(answer).toMatchObject({ status: 400, body: { message } })
    expect(answer.body).toHaveProperty(['errors', 'email', 0], message)
  })

  test('looking at a token does not use it up', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    for (let time = 0; time < 5; time++) expect(await check(token)).toMatchObject({ status: 200 })
    expect(await reset(token)).toMatchObject(done)
  })

  test('a link works for 30 minutes', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    pass(30 * minute - 1)
    expect(await check(token)).toMatchObject({ status: 200 })
    pass(1)
    expect(await check(token)).toMatchObject(invalid)
    expect(await reset(token)).toMatchObject(invalid)
    expect(await login(ada.email, ada.password)).toMatchObject({ status: 200 })
  })

  test('a new link makes the older ones worth nothing', async () => {
    const ada = await shop.signUp()
    const first = await newToken(ada.email)
    const second = await newToken(ada.email)
    expect(second).not.toBe(first)
    expect(await check(first)).toMatchObject(invalid)
    expect(await reset(first)).toMatchObject(invalid)
    expect(await reset(second)).toMatchObject(done)
  })

  test.each([
    ['', 1_000],
    [', though the clock was set back since', -3_600_000],
  ])('a link does not outlive the password it was to replace%s', async (_how, later) => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    pass(later)
    const body = { old_password: ada.password, new_password: strong, confirm_password: strong }
    expect((await ada.call('POST', paths.changePassword, { body })).status).toBe(200)
    expect(await check(token)).toMatchObject(invalid)
    expect(await reset(token, 'Plum-blossom8')).toMatchObject(invalid)
    expect((await login(ada.email, strong)).status).toBe(200)
    expect(await reset(await newToken(ada.email), 'Plum-blossom8')).toMatchObject(done)
  })

  test('a link is good that was asked for after the clock was set back', async () => {
    const ada = await shop.signUp()
    const body = { old_password: ada.password, new_password: strong, confirm_password: strong }
    expect((await ada.call('POST', paths.changePassword, { body })).status).toBe(200)
    pass(-3_600_000)
    const token = await newToken(ada.email)
    expect(await check(token)).toMatchObject({ status: 200 })
    expect(await reset(token, 'Plum-blossom8')).toMatchObject(done)
  })

  test('a link is worth nothing once the account has another address', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    await shop.db
      .update(customers)
      .set({ email: `new-${ada.email}` })
      .where(eq(customers.id, ada.user_id))
    expect(await check(token)).toMatchObject(invalid)
    expect(await reset(token)).toMatchObject(invalid)
  })

  test('every session ends, the owner is told, and the account remembers when', async () => {
    const ada = await shop.signUp()
    const eve = await shop.signUp()
    const second = (await login(ada.email, ada.password)).body as { access: string; refresh: string }
    pass(minute)
    await reset(await newToken(ada.email))
    for (const session of [ada, second]) {
      expect(await shop.call('GET', paths.profile, { token: session.access })).toMatchObject({ status: 401 })
      expect(
        await shop.call('POST', paths.refreshToken, { body: { refresh: session.refresh } }),
      ).toMatchObject({ status: 401 })
    }
    const left = await shop.db.select().from(sessions).where(eq(sessions.customer_id, ada.user_id))
    expect(left.every((session) => session.revoked_at !== null)).toBe(true)
    expect(await eve.call('GET', paths.profile)).toMatchObject({ status: 200 })

    const told = (await received(ada.email)).at(-1)
    expect(told?.headers.get('subject')).toBe('Your password was changed')
    expect(told?.text).toContain('https://damson.test/forget-password')
    expect(`${told?.text}${told?.html}`).not.toContain(strong)

    const back = (await login(ada.email, strong)).body as { access: string }
    const profile = await shop.call('GET', paths.profile, { token: back.access })
    expect(profile.body).toHaveProperty('last_password_change', now.toISOString())
  })

  test('whoever opened the link has shown that the address is theirs', async () => {
    const ada = await shop.signUp()
    await reset(await newToken(ada.email))
    const [stored] = await shop.db.select().from(customers).where(eq(customers.id, ada.user_id))
    expect(stored?.email_verified_at).toEqual(now)
  })

  test('what was saved before anybody had shown that goes with the old password, and only then', async () => {
    // Or a stranger who signs up with somebody's address would receive the owner's first parcel.
    const { email, call: asStranger } = await shop.signUp()
    const save = async (call: typeof asStranger) => {
      expect((await call('POST', paths.addresses, { body: address })).status).toBe(201)
      expect((await call('POST', paths.paymentMethods, { body: card() })).status).toBe(201)
      const body = { first_name: 'Rowan', last_name: 'Sloe', contact_no: '02079460999' }
      await call('PATCH', paths.profile, { body })
    }
    const held = async () => {
      const { access: token } = (await login(email, strong)).body as { access: string }
      const call: typeof asStranger = (method, path, options) =>
        shop.call(method, path, { token, ...options })
      const [book, cards, profile] = await Promise.all(
        [paths.addresses, paths.paymentMethods, paths.profile].map(
          async (path) => (await call('GET', path)).body,
        ),
      )
      const { first_name, last_name, contact_no } = profile as Profile
      const count = (answer: unknown) => (answer as { data: unknown[] }).data.length
      return { call, held: [count(book), count(cards), first_name, last_name, contact_no] }
    }
    await save(asStranger)
    await reset(await newToken(email))
    const told = (await received(email)).at(-1)?.text.replaceAll('\n', ' ')
    expect(told).toContain('the name, addresses, cards and phone number in the account were removed')
    const owner = await held()
    expect(owner.held).toEqual([0, 0, '', '', ''])
    await forgot(email)
    expect((await received(email)).at(-1)?.text).toMatch(/^Hello\n/)
    await save(owner.call)
    await reset(await newToken(email))
    expect((await held()).held).toEqual([1, 1, 'Rowan', 'Sloe', '02079460999'])
    const again = (await received(email)).at(-1)?.text
    expect(again).toMatch(/^Hello Rowan\n/)
    expect(again).not.toContain('removed')
  })

  test('orders from before anybody had shown that tell their owner no more whom they are for, but the desk', async () => {
    // Somebody who had mistyped their address would tell its owner where they live.
    const piece = await newPiece(shop)
    const { email, call: asStranger } = await shop.signUp({ first_name: 'Rowan' })
    const place = async (call: typeof asStranger) => {
      const { id } = data<{ id: string }>(await call('POST', paths.addresses, { body: address }))
      await call('POST', paths.cartItems, { body: { product_id: piece.id, variant_id: null } })
      const body = { shipping_address_id: id, payment_method: 'card', payment_data: card(), note: 'To Zoë' }
      return data<Order>(await call('POST', paths.checkout, { body })).order_number
    }
    const [sent, cancelled] = [await place(asStranger), await place(asStranger)]
    await deliver(shop)
    await reset(await newToken(email))
    const told = (await received(email)).at(-1)?.text.replaceAll('\n', ' ')
    const { access: token } = (await login(email, strong)).body as { access: string }
    const asOwner: typeof asStranger = (method, path, options) =>
      shop.call(method, path, { token, ...options })
    const own = await place(asOwner)

    const hidden = { shipping_address: null, billing_address: null }
    const shown = { shipping_address: address, billing_address: address, note: 'To Zoë' }
    const history = data<{ orders: Order[] }>(await asOwner('GET', paths.orderHistory)).orders
    const { orders: copies } = (await asOwner('GET', paths.exportAccount)).body as AccountExport
    for (const all of [history, copies]) expect(JSON.stringify(all).match(/To Zoë/g)).toHaveLength(1)
    for (const order_number of [sent, cancelled, own]) {
      const expected = order_number === own ? shown : hidden
      expect(history.find((order) => order.order_number === order_number)).toMatchObject(expected)
      expect(data(await asOwner('GET', paths.order(order_number)))).toMatchObject(expected)
      expect(copies.find((order) => order.order_number === order_number)).toMatchObject({
        ...expected,
        contact: order_number === own ? { email } : null,
      })
    }
    const known = (await desk(shop, 'orders', 'show', sent)).text
    expect(known).toContain('1 Plum Lane')
    expect(known).toMatch(/^Hidden +from the customer/m)
    expect((await desk(shop, 'orders', 'show', own)).text).not.toContain('Hidden')

    // The owner was the same person all along, or means the other one well: the money goes back to whoever paid.
    expect((await asOwner('PUT', paths.cancelOrder(cancelled))).status).toBe(200)
    for (const order_number of [sent, own])
      await desk(shop, 'orders', 'shipped', order_number, '--tracking', 'RM1')
    const mailed = async (subject: string) =>
      (await received(email)).find((mail) => mail.headers.get('subject') === subject)?.text ?? ''
    for (const subject of [`Your order ${cancelled} was cancelled`, `Your order ${sent} is on its way`]) {
      const text = await mailed(subject)
      expect(text).toContain('Damson Ring')
      expect(text).not.toMatch(/Rowan|Quince|Plum Lane/)
    }
    expect(await mailed(`Your order ${own} is on its way`)).toContain('1 Plum Lane')
    expect(told).toContain('its orders no longer show where they go')
  })

  test('the gateway, which forgets the cards that were saved, is not waited for, nor where it is silent by the server that closes', async () => {
    const { email, call } = await shop.signUp()
    for (const number of ['4242 4242 4242 4242', '5555 5555 5555 4444', '3782 822463 10005']) {
      const body = card(number, number.startsWith('3') ? '1234' : '123')
      expect((await call('POST', paths.paymentMethods, { body })).status).toBe(201)
    }
    let asked = 0
    const forgetCard = () => {
      asked += 1
      return new Promise<void>(() => {})
    }
    const app = await createFastify(shop.config)
    const services = {
      ...makeAuthServices({ ...shop, clock: () => now }, passwordHasher()),
      gateway: { ...testGateway(), forgetCard },
      log: app.log,
      afterwards: makeAfterwards(app),
    }
    const chosen = { new_password: strong, confirm_password: strong, token: await newToken(email) }
    await resetPassword(services, chosen, '192.0.2.1')
    expect(asked).toBe(3)
    expect((await login(email, strong)).status).toBe(200)
    await app.close()
    const left = await shop.db.select().from(cards_to_forget)
    expect(left).toHaveLength(3)
  })

  test('a password that is refused leaves the link as good as it was', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    for (const [password, message] of [
      ['Plum-7!', 'Password must be at least 8 characters'],
      ['plumplum', 'Password must meet at least 3 of the requirements'],
    ] as const) {
      const answer = await reset(token, password)
      expect(answer).toMatchObject({ status: 400, body: { message, errors: { new_password: [message] } } })
    }
    const body = { new_password: strong, confirm_password: `${strong}!`, token }
    expect(await shop.call('POST', paths.resetPassword, { body })).toMatchObject({
      status: 400,
      body: { message: 'Passwords do not match', errors: { confirm_password: ['Passwords do not match'] } },
    })
    expect(await login(ada.email, ada.password)).toMatchObject({ status: 200 })
    expect(await reset(token)).toMatchObject(done)
  })

  test('nothing but a whole reset token is taken', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    const verification = /verify-email\?token=([\w-]+)/.exec((await received(ada.email))[0]?.text ?? '')?.[1]
    const tampered = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
    const hash = createHash('sha256').update(token).digest('base64url')
    const others = [
      undefined,
      null,
      '',
      7,
      {},
      [token],
      ' ',
      `${token} `,
      tampered,
      token.slice(1),
      `${token}x`,
      hash,
      token.toLowerCase(),
      '\0',
      'x'.repeat(4000),
      "' or 1=1 --",
      verification,
      ada.access,
      ada.refresh,
    ]
    for (const other of others) {
      expect(await check(other)).toMatchObject(invalid)
      expect(await reset(other)).toMatchObject(invalid)
    }
    expect(await shop.call('POST', paths.verifyEmail, { body: { token } })).toMatchObject({ status: 400 })
    expect(await check(token)).toMatchObject({ status: 200 })
  })

  test('a link of somebody who has left is worth nothing', async () => {
    const ada = await shop.signUp()
    const token = await newToken(ada.email)
    await shop.db.delete(customers).where(eq(customers.id, ada.user_id))
    expect(await check(token)).toMatchObject(invalid)
    expect(await reset(token)).toMatchObject(invalid)
  })
})
