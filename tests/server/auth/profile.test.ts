import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '#contract/auth.ts'
import type { Order } from '#contract/order.ts'
import { deletionCodePath } from '#contract/accountDeletion.ts'
import { paths } from '#contract/paths.ts'
import { shop as ours } from '#contract/shop.ts'
import { addHandover, useHandover } from '#server/auth/handovers.ts'
import { customers, email_tokens, identities, sessions } from '#server/db/schema/customers.ts'
import { mails, rate_limits } from '#server/db/schema/jobs.ts'
import { contact_messages, newsletter_subscribers } from '#server/db/schema/letters.ts'
import { orders } from '#server/db/schema/orders.ts'
import { deliver } from '#tests/server/mail/eml.ts'
import { address, card, data, newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { type Customer, type Shop, engines, ofEngine, openShop } from '#tests/support/shop.ts'

const hour = 3_600_000
const strong = 'Damson-blossom7'
let people = 0
const fresh = () => `new-${process.pid}-${people++}@example.com`

describe.each(engines())('on %s', (engine) => {
  let shop: Shop
  let now = new Date()
  beforeAll(async () => {
    shop = await openShop({
      engine,
      environment: { PUBLIC_URL: 'https://damson.test', RATE_LIMIT: 'on' },
      clock: () => now,
    })
  })
  beforeEach(async () => {
    now = new Date()
    await shop.db.delete(rate_limits)
  })
  afterAll(() => shop.close())

  const patch = (who: Customer, body: object) => who.call('PATCH', paths.profile, { body })
  const profile = async (who: Customer) => (await who.call('GET', paths.profile)).body as Profile
  const login = (email: string, password: string) =>
    shop.call('POST', paths.login, { body: { email, password } })
  const received = async (email: string) =>
    (await deliver(shop)).filter((mail) => mail.headers.get('to') === email)
  const subjects = async (email: string) => (await received(email)).map((mail) => mail.headers.get('subject'))
  const linkIn = async (email: string) => {
    const mail = (await received(email)).at(-1)
    return /https:\/\/damson\.test\/verify-email\?token=([\w-]{32})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const open = (token: string) => shop.call('POST', paths.verifyEmail, { body: { token } })

  test('of several new passwords at once one is taken, and every session but that one ends', async () => {
    const ada = await shop.signUp()
    const here = await Promise.all(
      Array.from({ length: 4 }, async () => (await login(ada.email, ada.password)).body as Customer),
    )
    const answers = await Promise.all(
      here.map(({ access }, index) =>
        shop.call('POST', paths.changePassword, {
          token: access,
          body: {
            old_password: ada.password,
            new_password: `${strong}${index}`,
            confirm_password: `${strong}${index}`,
          },
        }),
      ),
    )
    const taken = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await login(ada.email, `${strong}${taken}`)).status).toBe(200)
    const alive = await shop.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.customer_id, ada.user_id), isNull(sessions.revoked_at)))
    expect(alive).toHaveLength(2)
  })

  test('an address that was mistyped, and is put right, is so for orders, too; one that was proved keeps their emails', async () => {
    const piece = await newPiece(shop)
    for (const wasProved of [false, true]) {
      const ada = await shop.signUp()
      const email_verified_at = wasProved ? now : null
      await shop.db.update(customers).set({ email_verified_at }).where(eq(customers.id, ada.user_id))
      const { id } = data<{ id: string }>(await ada.call('POST', paths.addresses, { body: address }))
      await ada.call('POST', paths.cartItems, { body: { product_id: piece.id, variant_id: null } })
      const contact = { first_name: 'Ada', last_name: 'Quince', email: ada.email, phone: '02079460123' }
      const body = { shipping_address_id: id, payment_method: 'card', payment_data: card(), contact }
      const { order_number } = data<Order>(await ada.call('POST', paths.checkout, { body }))
      const confirmation = eq(mails.subject, `Your order ${order_number}`)
      // Somebody else's order, with this address as its contact.
      const other = await readyShopper(shop, [{ product_id: piece.id }])
      const others = data<Order>(await other.checkout({ contact }))
      const theirs = eq(mails.subject, `Your order ${others.order_number}`)
      // As where there is no such mailbox.
      const next_attempt_at = new Date(Date.now() + hour)
      await shop.db
        .update(mails)
        .set({ attempts: 6, last_error: 'No such mailbox', next_attempt_at })
        .where(or(confirmation, theirs))
      const right = fresh()
      expect((await patch(ada, { email: right })).status).toBe(200)
      expect((await open(await linkIn(right))).status).toBe(200)
      expect(await shop.db.select().from(mails).where(confirmation)).toMatchObject([
        wasProved
          ? { to_address: ada.email, attempts: 6 }
          : { to_address: right, attempts: 0, last_error: null },
      ])
      const [order] = await shop.db.select().from(orders).where(eq(orders.customer_id, ada.user_id))
      expect(order?.contact.email).toBe(wasProved ? ada.email : right)
      const [kept] = await shop.db.select().from(orders).where(eq(orders.id, others.id))
      expect(kept?.contact.email).toBe(ada.email)
      expect(await shop.db.select().from(mails).where(theirs)).toMatchObject([
        { to_address: ada.email, attempts: 6 },
      ])
      const told = (await received(ada.email)).at(-1)?.text ?? ''
      expect(told.replaceAll(/\s+/g, ' ').includes('orders that were placed with this address')).toBe(
        wasProved,
      )
      expect((await subjects(right)).includes(`Your order ${order_number}`)).toBe(!wasProved)
    }
  })

  describe('an account whose address was changed by who found its browser open', () => {
    const day = 24 * hour
    /** Moves the account to another address, as whoever is signed in may who reads the emails that go there. */
    const move = async (who: Customer, to: string) => {
      expect((await patch(who, { email: to })).status).toBe(200)
      expect((await open(await linkIn(to))).status).toBe(200)
    }
    const owner = async () => {
      const ada = await shop.signUp()
      await shop.db.update(customers).set({ email_verified_at: now }).where(eq(customers.id, ada.user_id))
      return ada
    }
    const tokenFor = async (email: string) =>
      /https:\/\/damson\.test\/reset-password\?token=([\w-]+)\n/.exec(
        (await received(email)).at(-1)?.text ?? '',
      )?.[1] ?? ''
    const choose = (token: string, new_password: string) =>
      shop.call('POST', paths.resetPassword, {
        body: { new_password, confirm_password: new_password, token },
      })
    const look = async (token: string) =>
      (await shop.call('POST', paths.checkPasswordToken, { body: { token } })).status

    test('is given back, once, by the link in the email to the old one', async () => {
      const [ada, thief] = [await owner(), fresh()]
      await shop.call('POST', paths.contactUs, {
        body: { name: 'Ada', email: ada.email, subject: '', message: 'About my ring.' },
      })
      await move(ada, thief)
      const back = await tokenFor(ada.email)
      const stored = await shop.db
        .select()
        .from(email_tokens)
        .where(eq(email_tokens.customer_id, ada.user_id))
      expect(JSON.stringify(stored)).not.toContain(back)
      // What a thief would do next.
      await shop.call('POST', paths.forgotPassword, { body: { email: thief } })
      expect((await choose(await tokenFor(thief), 'Thief-blossom7')).status).toBe(200)
      const thiefs = (await login(thief, 'Thief-blossom7')).body as Customer
      const identity = { issuer: 'https://login.example', subject: `thief-${ada.user_id}` }
      await shop.db.insert(identities).values({ customer_id: ada.user_id, ...identity })
      // And a login by it that has arrived, whose page takes it up later.
      const arrived = { customer_id: ada.user_id, person: identity, state: ada.user_id }
      const given = await addHandover(shop.db, arrived, now)
      const next = fresh()
      await shop.call('PATCH', paths.profile, { token: thiefs.access, body: { email: next } })
      await shop.call('POST', deletionCodePath, { token: thiefs.access })
      const code = /^ *([2-9A-HJ-NP-Z]{8})$/m.exec((await received(thief)).at(-1)?.text ?? '')?.[1]
      for (const proof of [{ password: 'Thief-blossom7' }, { code }]) {
        const { status, body } = await shop.call('DELETE', paths.account, {
          token: thiefs.access,
          body: proof,
        })
        expect([status, body]).toMatchObject([409, { message: expect.stringContaining('before') }])
      }

      expect(await look(back)).toBe(200)
      const sent = ['A new email address for your account', 'Choose a new password']
      expect(await subjects(thief)).toEqual(expect.arrayContaining(sent))
      const uses = await Promise.all([choose(back, strong), choose(back, strong)])
      // What was sent to the other one goes from the folder, too: later nobody could tell that it was this account's.
      expect((await subjects(thief)).filter((subject) => sent.some((one) => one === subject))).toEqual([])
      expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
      expect((await shop.call('GET', paths.profile, { token: thiefs.access })).status).toBe(401)
      expect((await open(await linkIn(next))).status).toBe(400)
      expect((await login(thief, 'Thief-blossom7')).status).toBe(401)
      expect(await shop.db.select().from(identities).where(eq(identities.customer_id, ada.user_id))).toEqual(
        [],
      )
      expect(given && (await useHandover(shop.db, given, now))).toBeNull()
      expect(given).not.toBeNull()
      const { access: token } = (await login(ada.email, strong)).body as Customer
      const { body } = await shop.call('GET', paths.exportAccount, { token })
      expect(body).toMatchObject({
        profile: { email: ada.email, pending_email: null },
        contact_messages: [{ message: 'About my ring.' }],
      })
      const told = (await received(ada.email)).at(-1)
      expect(told?.headers.get('subject')).toBe('Your password was changed')
      expect(told?.text).toContain('The account has this email address again.')
      const farewell = (await received(thief)).at(-1)
      expect(farewell?.headers.get('subject')).toBe('Your email address was changed')
      expect(farewell?.text).not.toContain('reset-password')
      expect([await look(back), (await choose(back, strong)).status]).toEqual([400, 400])
    })

    test('is deleted at once with the password that it has had since before, and by anybody once nobody can take it back', async () => {
      const [ada, bo] = [await owner(), await owner()]
      const erase = (who: Customer, password: string) =>
        shop.call('DELETE', paths.account, { token: who.access, body: { password } })
      await move(ada, fresh())
      expect((await erase(ada, ada.password)).status).toBe(200)

      const moved = fresh()
      await move(bo, moved)
      await shop.call('POST', paths.forgotPassword, { body: { email: moved } })
      await choose(await tokenFor(moved), strong)
      const before = now
      expect((await erase((await login(moved, strong)).body as Customer, strong)).status).toBe(409)
      now = new Date(now.getTime() + 15 * day)
      expect((await erase((await login(moved, strong)).body as Customer, strong)).status).toBe(200)
      now = before
    })

    describe('and is moved back by hand', () => {
      const erase = (who: Customer, proof: { password: string } | { code: string }) =>
        who.call('DELETE', paths.account, { body: proof })
      const as = (who: Customer, { access: token }: Customer): Customer => ({
        ...who,
        call: (method, path, options) => shop.call(method, path, { token, ...options }),
      })
      const askForCode = async (who: Customer, at: string) => {
        expect((await who.call('POST', deletionCodePath)).status).toBe(200)
        return /^ *([2-9A-HJ-NP-Z]{8})$/m.exec((await received(at)).at(-1)?.text ?? '')?.[1] ?? ''
      }
      /** Moves it, has a password chosen by a link mailed there, and logs in with that. */
      const takeOver = async (ada: Customer, thief: string) => {
        await move(ada, thief)
        now = new Date(now.getTime() + 1_000)
        await shop.call('POST', paths.forgotPassword, { body: { email: thief } })
        expect((await choose(await tokenFor(thief), 'Thief-blossom7')).status).toBe(200)
        return as(ada, (await login(thief, 'Thief-blossom7')).body as Customer)
      }

      test('is deleted by no password that is newer than the change, but by a code that is mailed to the old one', async () => {
        const ada = await owner()
        const moved = await takeOver(ada, fresh())
        await move(moved, ada.email)
        const refused = await erase(moved, { password: 'Thief-blossom7' })
        expect([refused.status, refused.body]).toMatchObject([
          409,
          { message: expect.stringContaining('a code'), errors: { code: [expect.any(String)] } },
        ])
        expect((await erase(moved, { code: await askForCode(moved, ada.email) })).status).toBe(200)

        // With a password from before, too.
        const bo = await owner()
        await move(bo, fresh())
        await move(bo, bo.email)
        expect((await erase(bo, { password: bo.password })).status).toBe(200)
      })

      test('is deleted by no such password, either, once it is moved on from there again', async () => {
        const ada = await owner()
        const thief = await takeOver(ada, fresh())
        await move(thief, ada.email)
        now = new Date(now.getTime() + 1_000)
        const other = fresh()
        await move(thief, other)
        const refused = await erase(thief, { password: 'Thief-blossom7' })
        expect([refused.status, refused.body]).toMatchObject([
          409,
          { message: expect.stringContaining('before') },
        ])
        expect(refused.body).not.toHaveProperty('errors')
        // Her latest email has a link that is good.
        expect((await choose(await tokenFor(ada.email), strong)).status).toBe(200)
        expect((await login(ada.email, strong)).status).toBe(200)
      })

      test('is deleted by no code that was mailed to the address in between', async () => {
        const [ada, thief] = [await owner(), fresh()]
        await move(ada, thief)
        const code = await askForCode(ada, thief)
        await move(ada, ada.email)
        expect((await erase(ada, { code })).status).toBe(400)
        // One of the version before names no address, and is as good as it was.
        const own = await askForCode(ada, ada.email)
        await shop.db
          .update(email_tokens)
          .set({ payload: null })
          .where(and(eq(email_tokens.customer_id, ada.user_id), eq(email_tokens.purpose, 'delete_account')))
        expect((await erase(ada, { code: own })).status).toBe(200)
      })

      test('ends the sessions that were begun meanwhile, if a third-party login was linked meanwhile, and no older one', async () => {
        for (const isLinked of [true, false]) {
          const ada = await owner()
          await move(ada, fresh())
          now = new Date(now.getTime() + 1_000)
          const { email } = await profile(ada)
          const begun = as(ada, (await login(email, ada.password)).body as Customer)
          if (isLinked) await link(ada, 'other')
          await move(ada, ada.email)
          expect((await begun.call('GET', paths.profile)).status).toBe(isLinked ? 401 : 200)
          expect((await profile(ada)).email).toBe(ada.email)
        }
      })
    })

    test('leaves nothing in the folder of what was sent to an address that it had, but what says that it has it no more', async () => {
      const [ada, next] = [await owner(), fresh()]
      expect((await patch(ada, { email: next })).status).toBe(200)
      const confirmation = await linkIn(next)
      expect((await subjects(ada.email)).length).toBeGreaterThan(0)
      expect((await open(confirmation)).status).toBe(200)
      expect(await subjects(ada.email)).toEqual(['Your email address was changed'])
    })

    test('is given back without what others may have saved, and only with what came along', async () => {
      const [ada, other, piece] = [await owner(), fresh(), await newPiece(shop)]
      const write = (email: string, message: string) =>
        shop.call('POST', paths.contactUs, { body: { name: 'Ada', email, subject: '', message } })
      const save = async () => {
        const at = data<{ id: string }>(await ada.call('POST', paths.addresses, { body: address }))
        await ada.call('POST', paths.paymentMethods, { body: card() })
        await ada.call('POST', paths.cartItems, { body: { product_id: piece.id, variant_id: null } })
        const body = { shipping_address_id: at.id, payment_method: 'card', payment_data: card() }
        return { at: at.id, order: data<Order>(await ada.call('POST', paths.checkout, { body })) }
      }
      const entry = { unsubscribe_token: ada.user_id, confirm_token: ada.user_id, confirmed_at: now }
      await shop.db.insert(newsletter_subscribers).values({ ...entry, email: ada.email })
      await write(ada.email, 'About my ring.')
      // The other mailbox may be that of somebody else, who only pressed a button.
      await write(other, 'Before.')
      const own = await save()
      now = new Date(now.getTime() + 1_000)
      await move(ada, other)
      const back = await tokenFor(ada.email)
      await write(other, 'Meanwhile.')
      now = new Date(now.getTime() + 1_000)
      const others = { ...address, address_line_1: '13 Sloe Road' }
      expect((await ada.call('PUT', paths.address(own.at), { body: others })).status).toBe(200)
      const meanwhile = await save()
      const held = (await ada.call('GET', paths.exportAccount)).body
      expect(held).toMatchObject({ addresses: [others, address], payment_methods: [{ last_four: '4242' }] })
      expect((await patch(ada, { first_name: 'Eve', contact_no: '02079460999' })).status).toBe(200)

      expect((await choose(back, strong)).status).toBe(200)
      const told = (await received(ada.email)).at(-1)?.text ?? ''
      expect(told).toMatch(/^Hello\n/)
      expect(told.replaceAll('\n', ' ')).toContain(
        'orders placed since the address was changed no longer show',
      )
      const { access: token } = (await login(ada.email, strong)).body as Customer
      const read = async (path: string) => (await shop.call('GET', path, { token })).body
      expect(await read(paths.exportAccount)).toMatchObject({
        profile: { email: ada.email, first_name: '', last_name: '', contact_no: '' },
        addresses: [],
        payment_methods: [],
        newsletter: { confirmed_at: entry.confirmed_at.toISOString() },
        contact_messages: [{ message: 'About my ring.' }],
      })
      for (const [{ order }, shown] of [
        [own, address],
        [meanwhile, null],
      ] as const) {
        expect(data(await shop.call('GET', paths.order(order.order_number), { token }))).toMatchObject(
          shown === null ? { shipping_address: null } : { shipping_address: shown },
        )
      }
      const stayed = await shop.db.$count(contact_messages, eq(contact_messages.email, other))
      expect(stayed).toBe(2)
    })

    test('is given back by a link of the version before, whose token names nothing that came along', async () => {
      const ada = await owner()
      await move(ada, fresh())
      await shop.db
        .update(email_tokens)
        .set({ payload: { email: ada.email } })
        .where(and(eq(email_tokens.customer_id, ada.user_id), eq(email_tokens.purpose, 'way_back')))
      expect((await choose(await tokenFor(ada.email), strong)).status).toBe(200)
      expect((await login(ada.email, strong)).status).toBe(200)
    })

    test('is given back for fourteen days, in which no other account can be moved to the old one', async () => {
      const ada = await owner()
      await move(ada, fresh())
      const back = await tokenFor(ada.email)
      now = new Date(now.getTime() + 14 * day - 1)
      expect(await look(back)).toBe(200)
      // Of a thief, who hopes that she presses what comes next.
      const bo = await shop.signUp()
      expect(await patch(bo, { email: ada.email })).toMatchObject({
        status: 200,
        body: { email: bo.email, pending_email: ada.email },
      })
      const told = (await received(ada.email)).at(-1)
      expect(told?.headers.get('subject')).toBe('This address was not given to another account')
      expect(told?.text.replaceAll(/\s+/g, ' ')).toContain('no other account can have this address before')
      expect(await linkIn(ada.email)).toBe('')
      expect(await look(back)).toBe(200)
      expect((await choose(back, strong)).status).toBe(200)
      expect((await login(ada.email, strong)).status).toBe(200)

      const moved = await owner()
      await move(moved, fresh())
      const late = await tokenFor(moved.email)
      now = new Date(now.getTime() + 14 * day)
      expect([await look(late), (await choose(late, strong)).status]).toEqual([400, 400])
      const cy = await shop.signUp()
      await move(cy, moved.email)
      expect(await profile(cy)).toMatchObject({ email: moved.email })
    })

    test('is given back though somebody else had asked for the old one before it was its own, and confirms that now', async () => {
      const [ada, bo, old] = [await shop.signUp(), await shop.signUp(), fresh()]
      expect((await patch(bo, { email: old })).status).toBe(200)
      const bos = await linkIn(old)
      await move(ada, old)
      await move(ada, fresh())
      expect((await open(bos)).status).toBe(400)
      expect(await profile(bo)).toMatchObject({ email: bo.email, email_verified_at: null })
      expect((await choose(await tokenFor(old), strong)).status).toBe(200)
      expect((await login(old, strong)).status).toBe(200)
    })

    test.each(ofEngine('postgres', engine))(
      'is given back though somebody else confirms a change to the old one while it is being left',
      async () => {
        const [ada, bo, old, next] = [await shop.signUp(), await shop.signUp(), fresh(), fresh()]
        expect((await patch(bo, { email: old })).status).toBe(200)
        const bos = await linkIn(old)
        await move(ada, old)
        expect((await patch(ada, { email: next })).status).toBe(200)
        const adas = await linkIn(next)
        const { leaving, taking } = await shop.db.transaction(async (inside) => {
          await inside.execute(sql`lock table mails in share mode`)
          const first = open(adas)
          await untilLockWaits(shop.db, '%into "mails"%')
          const second = open(bos)
          await untilLockWaits(shop.db, '%update "customers"%')
          return { leaving: first, taking: second }
        })
        expect([(await leaving).status, (await taking).status]).toEqual([200, 400])
        expect((await choose(await tokenFor(old), strong)).status).toBe(200)
      },
    )

    test('is not given back to an address that another account has been given by the version before', async () => {
      const [ada, bo] = [await owner(), await shop.signUp()]
      await move(ada, fresh())
      const back = await tokenFor(ada.email)
      await shop.db.update(customers).set({ email: ada.email }).where(eq(customers.id, bo.user_id))
      expect([await look(back), (await choose(back, strong)).status]).toEqual([400, 400])
      await shop.db.delete(customers).where(eq(customers.id, bo.user_id))
      expect(await look(back)).toBe(200)
    })

    test('is given back though the thief signs up with the old one, which is kept for its owner for as long', async () => {
      const ada = await owner()
      await move(ada, fresh())
      const back = await tokenFor(ada.email)
      const registration = {
        first_name: 'Eve',
        last_name: 'Sloe',
        email: ada.email,
        contact_no: '02079460123',
        password: 'plum-stone-7',
        confirm_password: 'plum-stone-7',
        agreed: true,
      }
      const signUp = () => shop.call('POST', paths.register, { body: registration })
      // Her own registration was counted, too.
      await shop.db.delete(rate_limits)
      for (let time = 0; time < 5; time++) expect((await signUp()).status).toBe(201)
      const told = (await subjects(ada.email)).filter((subject) => subject === 'No account was created')
      expect(told).toHaveLength(3)
      expect((await login(ada.email, registration.password)).status).toBe(401)
      expect((await choose(back, strong)).status).toBe(200)

      const moved = await owner()
      await move(moved, fresh())
      registration.email = moved.email
      now = new Date(now.getTime() + 14 * day)
      expect((await signUp()).status).toBe(201)
      expect((await login(moved.email, registration.password)).status).toBe(200)
    })

    test('is given back to its owner only, however often it was changed', async () => {
      const [ada, first, second] = [await owner(), fresh(), fresh()]
      await move(ada, first)
      await move(ada, second)
      // Theirs in between is the thief's own.
      expect((await received(first)).at(-1)?.headers.get('subject')).toBe('Your email address was changed')
      expect(await tokenFor(first)).toBe('')
      const back = await tokenFor(ada.email)
      expect((await choose(back, strong)).status).toBe(200)
      // Whoever moves it on from there has a way back to there, though one was used before.
      const again = (await login(ada.email, strong)).body as Customer
      await move(
        {
          ...ada,
          call: (method, path, options) => shop.call(method, path, { token: again.access, ...options }),
        },
        fresh(),
      )
      expect((await choose(await tokenFor(ada.email), strong)).status).toBe(200)
    })

    const link = async (who: Customer, subject: string) => {
      const person = { issuer: 'https://login.example', subject: `${subject}-${who.user_id}` }
      await shop.db.insert(identities).values({ customer_id: who.user_id, ...person })
      // A login by it that has arrived, whose page takes it up later.
      const given = await addHandover(
        shop.db,
        { customer_id: who.user_id, person, state: person.subject },
        now,
      )
      return given ?? { code: '', browser: '' }
    }
    const linked = async (who: Customer) =>
      (await shop.db.select().from(identities).where(eq(identities.customer_id, who.user_id))).map(
        ({ subject }) => subject.replace(`-${who.user_id}`, ''),
      )

    test('keeps no third-party login linked by an address in between, whether it is moved back by hand or on to another', async () => {
      for (const isBack of [true, false]) {
        const ada = await owner()
        const own = await link(ada, 'own')
        await move(ada, fresh())
        // Whoever has the address in between: a thief, or somebody whose address it was mistyped as.
        const given = await link(ada, 'other')
        await move(ada, isBack ? ada.email : fresh())
        expect(await linked(ada)).toEqual(['own'])
        expect([await useHandover(shop.db, given, now), await useHandover(shop.db, own, now)]).toEqual([
          null,
          null,
        ])
        // What its owner links by the address that it has stays when it is moved from there.
        if (!isBack) continue
        await link(ada, 'later')
        await move(ada, fresh())
        expect((await linked(ada)).toSorted()).toEqual(['later', 'own'])
      }
    })

    test('keeps none of them, either, with a link of the version before, whose token names no logins', async () => {
      const ada = await owner()
      await link(ada, 'own')
      const created_at = new Date(now.getTime() - day)
      await shop.db.update(identities).set({ created_at }).where(eq(identities.customer_id, ada.user_id))
      await move(ada, fresh())
      await link(ada, 'other')
      await shop.db
        .update(email_tokens)
        .set({ payload: { email: ada.email, messages: [], subscription: null } })
        .where(and(eq(email_tokens.customer_id, ada.user_id), eq(email_tokens.purpose, 'way_back')))
      await move(ada, ada.email)
      expect(await linked(ada)).toEqual(['own'])
    })

    test('is taken back by the link with all that its email says, though its owner moved it back by hand before', async () => {
      const ada = await owner()
      await move(ada, fresh())
      const back = await tokenFor(ada.email)
      await move(ada, ada.email)
      await link(ada, 'other')
      await ada.call('POST', paths.addresses, { body: address })
      await ada.call('POST', paths.paymentMethods, { body: card() })
      await patch(ada, { first_name: 'Eve', last_name: 'Sloe', contact_no: '02079460999' })
      expect((await ada.call('GET', paths.exportAccount)).body).toMatchObject({
        profile: { first_name: 'Eve', last_name: 'Sloe', contact_no: '02079460999' },
        addresses: [address],
        payment_methods: [{ last_four: '4242' }],
      })
      expect((await choose(back, strong)).status).toBe(200)
      expect(await linked(ada)).toEqual([])
      const { access: token } = (await login(ada.email, strong)).body as Customer
      expect((await shop.call('GET', paths.exportAccount, { token })).body).toMatchObject({
        profile: { email: ada.email, first_name: '', last_name: '', contact_no: '' },
        addresses: [],
        payment_methods: [],
      })
      // It has not left this address: no farewell, and nothing that was sent here goes.
      expect((await subjects(ada.email)).slice(-2)).toEqual([
        'Please confirm your new email address',
        'Your password was changed',
      ])
      expect((await received(ada.email)).at(-1)?.text).toContain('The account has this email address again.')
      expect(await look(back)).toBe(400)
    })

    test('has no way back to one that was never proved', async () => {
      const ada = await shop.signUp()
      await move(ada, fresh())
      expect((await received(ada.email)).at(-1)?.headers.get('subject')).toBe(
        'Your email address was changed',
      )
      expect(await tokenFor(ada.email)).toBe('')
    })
  })

  // The rest does not depend on who else is at the database. The embedded one shows it: with its one connection, what
  // asks for a second one hangs.
  if (engine !== 'embedded') return

  describe('the profile', () => {
    test('is changed by PUT with all of it, by PATCH with what is given', async () => {
      const ada = await shop.signUp()
      const whole = { first_name: 'Augusta', last_name: 'King', email: ada.email, contact_no: '02079460999' }
      const put = await ada.call('PUT', paths.profile, { body: whole })
      expect([put.status, put.body]).toEqual([
        200,
        {
          ...whole,
          last_password_change: null,
          email_verified_at: null,
          has_password: true,
          pending_email: null,
        },
      ])
      expect(await patch(ada, { first_name: ' Ada ' })).toMatchObject({
        status: 200,
        body: { ...whole, first_name: 'Ada' },
      })
      expect((await patch(ada, {})).status).toBe(200)
      expect((await patch(ada, { contact_no: '' })).body).toMatchObject({ contact_no: '' })
      expect(await profile(ada)).toEqual({
        ...whole,
        first_name: 'Ada',
        contact_no: '',
        last_password_change: null,
        email_verified_at: null,
        has_password: true,
        pending_email: null,
      })
    })

    test('says field by field what it lacks', async () => {
      const ada = await shop.signUp()
      const refused = await ada.call('PUT', paths.profile, { body: { first_name: ' ', contact_no: '020' } })
      expect(refused).toMatchObject({
        status: 400,
        body: {
          errors: {
            first_name: ['First name is required'],
            last_name: ['Last name is required'],
            email: ['Email is required', 'Please enter a valid email'],
            contact_no: ['Please enter a valid phone number (10-15 digits)'],
          },
        },
      })
      expect(await patch(ada, { email: 'ada' })).toMatchObject({
        status: 400,
        body: { errors: { email: ['Please enter a valid email'] } },
      })
      expect((await shop.call('PATCH', paths.profile, { body: {} })).status).toBe(401)
    })

    test('takes nothing else that is sent with it', async () => {
      const ada = await shop.signUp()
      const before = await profile(ada)
      await patch(ada, {
        id: '00000000-0000-4000-8000-000000000000',
        password_hash: 'x',
        email_verified_at: '2020-01-01',
        blocked_at: '2020-01-01',
        last_password_change: '2020-01-01',
      })
      expect(await profile(ada)).toEqual(before)
      expect((await login(ada.email, ada.password)).status).toBe(200)
    })
  })

  describe('a new e-mail address', () => {
    test('counts once the link sent to it is opened, and not before', async () => {
      const ada = await shop.signUp()
      await shop.db.update(customers).set({ email_verified_at: now }).where(eq(customers.id, ada.user_id))
      const wanted = fresh()
      const asked = await patch(ada, { email: wanted.toUpperCase() })
      expect(asked).toMatchObject({ status: 200, body: { email: ada.email, pending_email: wanted } })
      expect((await login(wanted, ada.password)).status).toBe(401)
      expect(await subjects(wanted)).toEqual(['Please confirm your new email address'])
      const notice = (await received(ada.email)).at(-1)
      expect(notice?.headers.get('subject')).toBe('A new email address for your account')
      expect(notice?.text).toContain(wanted)

      const token = await linkIn(wanted)
      expect(await open(token)).toMatchObject({
        status: 200,
        body: { message: 'Email verified successfully' },
      })
      expect(await profile(ada)).toMatchObject({ email: wanted, pending_email: null })
      expect((await login(ada.email, ada.password)).status).toBe(401)
      expect((await login(wanted, ada.password)).status).toBe(200)
      const farewell = (await received(ada.email)).at(-1)
      expect(farewell?.headers.get('subject')).toBe('Your email address was changed')
      // Opened twice, or by an email program ahead of its reader: no error.
      expect((await open(token)).status).toBe(200)
    })

    test('is forgotten when the present one is given again, another is asked for, or a day has passed', async () => {
      const ada = await shop.signUp()
      const [first, second] = [fresh(), fresh()]
      await patch(ada, { email: first })
      const taken = await linkIn(first)
      await patch(ada, { email: ada.email })
      expect((await profile(ada)).pending_email).toBeNull()
      expect((await open(taken)).status).toBe(400)

      await patch(ada, { email: first })
      const replaced = await linkIn(first)
      await patch(ada, { email: second })
      expect((await profile(ada)).pending_email).toBe(second)
      expect((await open(replaced)).status).toBe(400)

      now = new Date(now.getTime() + 24 * hour)
      expect((await open(await linkIn(second))).status).toBe(400)
      const again = (await login(ada.email, ada.password)).body as Customer
      const { body } = await shop.call('GET', paths.profile, { token: again.access })
      expect(body).toMatchObject({ email: ada.email, pending_email: null })
    })

    test('gets no link any more that a later one replaced before it was sent, unless it may be the link of another customer', async () => {
      const [ada, bo] = [await shop.signUp(), await shop.signUp()]
      const [wrong, right, both] = [fresh(), fresh(), fresh()]
      const waiting = (email: string) =>
        shop.db
          .select()
          .from(mails)
          .where(and(eq(mails.to_address, email), isNull(mails.sent_at)))
      await patch(ada, { email: wrong })
      await patch(ada, { email: right })
      expect(await waiting(wrong)).toEqual([])
      await patch(ada, { email: right })
      expect(await waiting(right)).toHaveLength(1)
      expect((await open(await linkIn(right))).status).toBe(200)

      await patch(bo, { email: both })
      await patch(ada, { email: both })
      await patch(ada, { email: wrong })
      expect(await waiting(both)).toHaveLength(2)
    })

    test('that belongs to somebody is answered alike; only its owner is told', async () => {
      const [ada, bo] = [await shop.signUp(), await shop.signUp()]
      const asked = await patch(ada, { email: bo.email })
      expect(asked).toMatchObject({ status: 200, body: { email: ada.email, pending_email: bo.email } })
      expect((await subjects(bo.email)).at(-1)).toBe(`You already have an account with ${ours.name}`)
      expect(await linkIn(bo.email)).toBe('')
      expect(await profile(bo)).toMatchObject({ email: bo.email, pending_email: null })
    })

    test('that somebody took meanwhile is not given away a second time', async () => {
      const ada = await shop.signUp()
      const wanted = fresh()
      await patch(ada, { email: wanted })
      const token = await linkIn(wanted)
      const bo = await shop.signUp({ email: wanted })
      expect((await open(token)).status).toBe(400)
      expect((await profile(bo)).email).toBe(wanted)
      expect((await profile(ada)).email).toBe(ada.email)
    })

    test('can be asked for three times an hour', async () => {
      const ada = await shop.signUp()
      const before = await profile(ada)
      const answers = []
      for (let time = 0; time < 4; time++) {
        answers.push(await patch(ada, { email: fresh(), first_name: `Ada ${time}` }))
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
      expect(answers.at(-1)?.headers['retry-after']).toBe('3600')
      expect(await profile(ada)).toMatchObject({ email: before.email, first_name: 'Ada 2' })
    })

    test('can be asked for by whose present one others have asked for', async () => {
      const [ada, bo] = [await shop.signUp(), await shop.signUp()]
      for (let time = 0; time < 3; time++) await patch(bo, { email: ada.email })
      expect((await patch(ada, { email: fresh() })).status).toBe(200)
    })

    test('asked for by a thief is stopped by a new password, by whichever way it comes', async () => {
      for (const way of ['change', 'reset'] as const) {
        const ada = await shop.signUp()
        const wanted = fresh()
        await patch(ada, { email: wanted })
        if (way === 'change') await change(ada, strong)
        else {
          await shop.call('POST', paths.forgotPassword, { body: { email: ada.email } })
          const text = (await received(ada.email)).at(-1)?.text ?? ''
          const token = /reset-password\?token=([\w-]{43})/.exec(text)?.[1]
          const body = { new_password: strong, confirm_password: strong, token }
          await shop.call('POST', paths.resetPassword, { body })
        }
        expect((await open(await linkIn(wanted))).status).toBe(400)
        expect((await login(ada.email, strong)).status).toBe(200)
      }
    })
  })

  const change = (who: Customer, new_password: string, more: object = {}) =>
    who.call('POST', paths.changePassword, {
      body: { old_password: who.password, new_password, confirm_password: new_password, ...more },
    })

  describe('a new password', () => {
    test('replaces the old one, ends every other session and tells the owner', async () => {
      const ada = await shop.signUp()
      const elsewhere = (await login(ada.email, ada.password)).body as Customer
      await shop.call('POST', paths.forgotPassword, { body: { email: ada.email } })
      const text = (await received(ada.email)).at(-1)?.text ?? ''
      const token = /reset-password\?token=([\w-]{43})/.exec(text)?.[1]
      const look = async () => (await shop.call('POST', paths.checkPasswordToken, { body: { token } })).status
      expect(await look()).toBe(200)
      now = new Date(now.getTime() + 1_000)
      const changed = await change(ada, strong)
      expect(changed).toMatchObject({ status: 200, body: { message: 'Password changed successfully!' } })
      expect((await profile(ada)).last_password_change).toBe(now.toISOString())
      expect((await shop.call('GET', paths.profile, { token: elsewhere.access })).status).toBe(401)
      const renewed = await shop.call('POST', paths.refreshToken, { body: { refresh: elsewhere.refresh } })
      expect(renewed.status).toBe(401)
      const kept = await shop.call('POST', paths.refreshToken, { body: { refresh: ada.refresh } })
      expect(kept.status).toBe(200)
      expect((await login(ada.email, ada.password)).status).toBe(401)
      expect((await login(ada.email, strong)).status).toBe(200)
      // Somebody else who reads the mailbox may have requested that link.
      expect(await look()).toBe(400)
      const mail = (await received(ada.email)).at(-1)
      expect(mail?.headers.get('subject')).toBe('Your password was changed')
      expect(mail?.text.replaceAll('\n', ' ')).toContain('every other browser')
    })

    const right = { old_password: 'plum-stone-7', new_password: 'plumstones', confirm_password: 'plumstones' }
    test.each([
      [{}, 'old_password', 'Please fill in all password fields'],
      [{ ...right, new_password: '' }, 'new_password', 'Please fill in all password fields'],
      [{ ...right, confirm_password: '' }, 'confirm_password', 'Please fill in all password fields'],
      [{ ...right, new_password: 'Plum-7!' }, 'new_password', 'Password must be at least 8 characters long'],
      [{ ...right, confirm_password: 'plumstone' }, 'confirm_password', 'New passwords do not match'],
      [{ ...right, old_password: 'plum-stone-8' }, 'old_password', 'The current password is not right'],
    ])('%j is refused', async (body, field, message) => {
      const ada = await shop.signUp()
      const refused = await ada.call('POST', paths.changePassword, { body })
      expect(refused.status).toBe(400)
      const { errors } = refused.body as { errors: Record<string, string[]> }
      expect(errors[field]?.[0]).toBe(message)
      expect((await login(ada.email, ada.password)).status).toBe(200)
    })

    test('needs no more than eight characters', async () => {
      const ada = await shop.signUp()
      expect((await change(ada, 'plumston')).status).toBe(200)
    })

    test('cannot be had by guessing the old one', async () => {
      const ada = await shop.signUp()
      const guesses = []
      for (let guess = 0; guess < 12; guess++) {
        guesses.push((await change(ada, strong, { old_password: `guess-${guess}` })).status)
      }
      expect(guesses).toEqual([...Array(10).fill(400), 429, 429])
      expect((await change(ada, strong)).status).toBe(429)
    })
  })
})
