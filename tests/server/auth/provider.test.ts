import { and, desc, eq, like, sql } from 'drizzle-orm'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountExport } from '#contract/account.ts'
import { deletionCodeMinutes, deletionCodePath } from '#contract/accountDeletion.ts'
import type { LoginAnswer, Profile } from '#contract/auth.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { providerPaths } from '#contract/provider.ts'
import type { ProviderKey } from '#contract/providers.ts'
import { inNameOf, providerTexts } from '#contract/providerTexts.ts'
import { addHandover } from '#server/auth/handovers.ts'
import { customers, handovers, identities, saved_cards } from '#server/db/schema/customers.ts'
import { mails, rate_limits } from '#server/db/schema/jobs.ts'
import { derivedKey } from '#server/derivedKey.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { address, card, data, newPiece } from '#tests/server/orders/pieces.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { lineOf, withLog } from '#tests/support/log.ts'
import {
  type Account,
  type TestProvider,
  clientId,
  secondName,
  startProvider,
} from '#tests/support/provider.ts'
import { type Shop, engines, ofEngine, openShop } from '#tests/support/shop.ts'

const minute = 60_000
const day = 24 * 60 * minute
const home = 'https://damson.test'
const redirectUriOf = (key: ProviderKey) => `${home}${apiRoot}${providerPaths(key).callback}`
const redirectUri = redirectUriOf('google')

/** A browser's storage and requests: cookies of the shop, and the provider's own. */
function browserOf(shop: Shop, key: ProviderKey = 'google') {
  let cookie = ''
  const visit = async (url: string) => {
    const answer = await shop.app.inject({ method: 'GET', url, headers: { cookie } })
    const set = answer.headers['set-cookie']
    if (typeof set === 'string') cookie = set.split(';')[0] ?? ''
    return { status: answer.statusCode, to: String(answer.headers.location), set: String(set) }
  }
  return {
    visit,
    begin: (from?: string) =>
      visit(
        `${apiRoot}${providerPaths(key).begin}${from === undefined ? '' : `?from=${encodeURIComponent(from)}`}`,
      ),
    /** Returns to the shop with the provider's answer. */
    comeBack: (address: string) => visit(address.slice(home.length)),
    takeOver: (code: string) =>
      shop.call('POST', providerPaths(key).handover, { body: { code }, headers: { cookie } }),
    cookie: () => cookie,
    keep: (kept: string) => void (cookie = kept),
  }
}

/** Goes through the provider's pages as `sub`; returns the address at the shop to which it leads back. */
async function passThrough(start: string, sub: string): Promise<string> {
  const jar = new Map<string, string>()
  let address = start
  for (let step = 0; step < 10; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) {
      if (!address.includes('/interaction/')) throw new Error(`The provider ends with ${answer.status}`)
      address = `${address}?as=${sub}`
    } else address = new URL(location, address).href
    if (address.startsWith(home)) return address
  }
  throw new Error('The provider does not lead back')
}

const fragment = (address: string) => new URLSearchParams(new URL(address).hash.slice(1))
const withoutFragment = (address: string) => address.split('#')[0]

describe.each(engines())('a third-party login on %s', (engine) => {
  let provider: TestProvider
  let second: TestProvider
  let shop: Shop
  /** The cards that the gateway was told to forget. */
  const forgotten: string[] = []
  /** How far the shop's own clock is ahead, in milliseconds. */
  let ahead = 0
  beforeAll(async () => {
    provider = await startProvider([redirectUri])
    second = await startProvider([redirectUriOf('second')])
    shop = await openShop({
      engine,
      environment: { ...provider.environment, ...second.environmentOfSecond, PUBLIC_URL: home },
      clock: () => new Date(Date.now() + ahead),
      gateway: {
        ...testGateway(),
        forgetCard: async ({ gateway_token }) => void forgotten.push(gateway_token),
      },
    })
  })
  afterAll(async () => {
    await shop.close()
    await Promise.all([provider.stop(), second.stop()])
  })

  let people = 0
  function somebody(more: Account = {}) {
    people += 1
    const sub = `sub-${engine}-${people}`
    const email = `rowan-${engine}-${people}@example.com`
    provider.accounts[sub] = {
      email,
      email_verified: true,
      given_name: 'Rowan',
      family_name: 'Sloe',
      ...more,
    }
    return { sub, email }
  }
  /** All the way to the login page. */
  async function arrive(sub: string, from?: string, browser = browserOf(shop)) {
    const left = await browser.begin(from)
    const back = await browser.comeBack(await passThrough(left.to, sub))
    return { browser, address: back.to }
  }
  /** That deletes the account. */
  async function mailedCode(email: string): Promise<string> {
    const [mail] = await shop.db
      .select()
      .from(mails)
      .where(eq(mails.to_address, email))
      .orderBy(desc(mails.created_at))
    return /\n([2-9A-HJ-NP-Z]{8})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const signIn = async (sub: string, key: ProviderKey = 'google') => {
    const { browser, address } = await arrive(sub, undefined, browserOf(shop, key))
    const answer = await browser.takeOver(fragment(address).get('code') ?? '')
    expect(answer.status).toBe(200)
    return answer.body as LoginAnswer
  }
  /** Signs up, and shows that the address is theirs. */
  async function proved() {
    const ada = await shop.signUp()
    const isAdas = eq(customers.id, ada.user_id)
    await shop.db.update(customers).set({ email_verified_at: new Date() }).where(isAdas)
    return ada
  }
  /** The token of the link in the newest email of this kind. */
  async function linkTo(to: string, subject: string): Promise<string | undefined> {
    const [mail] = await shop.db
      .select()
      .from(mails)
      .where(and(eq(mails.to_address, to), eq(mails.subject, subject)))
      .orderBy(desc(mails.id))
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  }
  const nowGoogle = 'You can now log in with Google'
  /** Of somebody with a password, to whose account a stranger's third-party account was linked. */
  async function linkedByStranger() {
    const ada = await proved()
    const { sub } = somebody({ email: ada.email })
    const stranger = await signIn(sub)
    expect(stranger.user_id).toBe(ada.user_id)
    return { ada, sub, stranger, link: await linkTo(ada.email, nowGoogle) }
  }
  const choose = async (token: unknown, password = 'Sloe-Gin-77') => {
    const body = { new_password: password, confirm_password: password, token }
    return (await shop.call('POST', paths.resetPassword, { body })).status
  }
  const login = async (email: string, password = 'Sloe-Gin-77') =>
    (await shop.call('POST', paths.login, { body: { email, password } })).status
  /** Moves the account to an address of their own, as whoever is logged in to it can. */
  async function move(from: string, token: string): Promise<string> {
    const to = `moved-${from}`
    await shop.call('PATCH', paths.profile, { token, body: { email: to } })
    const confirmation = await linkTo(to, 'Please confirm your new email address')
    expect((await shop.call('POST', paths.verifyEmail, { body: { token: confirmation } })).status).toBe(200)
    return to
  }
  const wasChanged = 'Your email address was changed'
  const expectRefused = async (sub: string, key: ProviderKey = 'google') => {
    const { address } = await arrive(sub, undefined, browserOf(shop, key))
    expect(Object.fromEntries(fragment(address))).toEqual({ problem: 'refused', provider: key })
  }
  const customersWith = (email: string) => shop.db.select().from(customers).where(eq(customers.email, email))

  test('two at once make one account and one link', async () => {
    const { sub, email } = somebody()
    const arrived = await Promise.all([arrive(sub), arrive(sub), arrive(sub)])
    for (const { browser, address } of arrived) {
      expect((await browser.takeOver(fragment(address).get('code') ?? '')).status).toBe(200)
    }
    expect(await customersWith(email)).toHaveLength(1)
    expect(await shop.db.select().from(identities).where(eq(identities.subject, sub))).toHaveLength(1)
  })

  test('the code is one browser’s, for two minutes, works once, and says nothing of a session before', async () => {
    const { sub } = somebody()
    const { browser, address } = await arrive(sub)
    const code = fragment(address).get('code') ?? ''
    const expectRefusal = ({ status, body }: { status: number; body: unknown }) => {
      expect(status).toBe(401)
      expect(body).toMatchObject({ message: providerTexts.failed })
    }
    expectRefusal(await browserOf(shop).takeOver(code))
    expectRefusal(await (await arrive(sub)).browser.takeOver(code))
    expectRefusal(await browser.takeOver(`${code}x`))
    ahead = 2 * minute
    expectRefusal(await browser.takeOver(code))
    ahead = 0
    const taken = await Promise.all(Array.from({ length: 8 }, () => browser.takeOver(code)))
    expect(taken.filter(({ status }) => status === 200)).toHaveLength(1)
    expectRefusal(await browser.takeOver(code))
  })

  test('who is deleted while they log in comes back to the login page, as from any login that failed', async () => {
    const { sub } = somebody()
    await signIn(sub)
    await shop.db.execute(sql`create function leave() returns trigger language plpgsql as
      $$ begin delete from customers where id = new.customer_id; return new; end $$`)
    await shop.db.execute(
      sql`create trigger leave before insert on handovers for each row execute function leave()`,
    )
    try {
      expect((await arrive(sub, '/wishlist')).address).toBe(
        `${home}/login?from=%2Fwishlist#problem=failed&provider=google`,
      )
    } finally {
      await shop.db.execute(sql`drop function leave cascade`)
    }
  })

  test('what fails in our own database leads back to the login page, and is logged as a failure of ours', async () => {
    await withLog(async (read) => {
      const environment = { ...provider.environment, PUBLIC_URL: home, LOG_LEVEL: 'warn' }
      const logged = await openShop({ engine, environment })
      await logged.db.execute(sql`create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'There is no room' using errcode = '53100'; end $$`)
      await logged.db.execute(
        sql`create trigger fail before insert on handovers for each row execute function fail()`,
      )
      const { sub } = somebody()
      const { address } = await arrive(sub, '/wishlist', browserOf(logged))
      expect(address).toBe(`${home}/login?from=%2Fwishlist#problem=failed&provider=google`)
      await logged.close()
      const lines = read()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
      const path = `${apiRoot}${providerPaths('google').callback}`
      expect(lines).toMatchObject([{ level: 50, path, code: '53100', message: 'There is no room' }])
    })
  })

  test('where calls cannot be counted a login leads back to the login page, too, and goes on once they can be', async () => {
    await withLog(async (read) => {
      const environment = { ...provider.environment, PUBLIC_URL: home, LOG_LEVEL: 'warn', RATE_LIMIT: 'on' }
      const logged = await openShop({ engine, environment })
      const browser = browserOf(logged)
      const { sub } = somebody()
      const answer = await passThrough((await browser.begin('/wishlist')).to, sub)
      await logged.db.execute(sql`create function fail_to_count() returns trigger language plpgsql as
        $$ begin raise exception 'There is no room' using errcode = '53100'; end $$`)
      await logged.db.execute(
        sql`create trigger fail_to_count before insert or update on rate_limits for each row
          when (new.key like 'third-party login:%') execute function fail_to_count()`,
      )
      const failed = `${home}/login?from=%2Fwishlist#problem=failed&provider=google`
      expect(await browserOf(logged).begin('/wishlist')).toMatchObject({ status: 303, to: failed })
      expect(await browser.comeBack(answer)).toMatchObject({ status: 303, to: failed })
      await logged.db.execute(sql`drop function fail_to_count cascade`)
      // Nothing of the answer is used up.
      const code = fragment((await browser.comeBack(answer)).to).get('code') ?? ''
      expect((await browser.takeOver(code)).status).toBe(200)
      await logged.close()
      const lines = read()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
      expect(lines).toMatchObject(
        [providerPaths('google').begin, providerPaths('google').callback].map((path) => ({
          level: 50,
          path: `${apiRoot}${path}`,
          code: '53100',
        })),
      )
    })
  })

  test.each(ofEngine('postgres', engine))(
    'an account that moves meanwhile is not linked afterwards',
    async () => {
      const ada = await proved()
      const isAdas = eq(customers.id, ada.user_id)
      const { sub } = somebody({ email: ada.email })
      const { arriving, moving } = await shop.db.transaction(async (inside) => {
        await inside.execute(sql`lock table mails in share mode`)
        const linking = arrive(sub)
        await untilLockWaits(shop.db, '%into "mails"%')
        // As when the account is taken back.
        const leaving = shop.db.transaction(async (other) => {
          await other
            .update(customers)
            .set({ email: `moved-${ada.email}` })
            .where(isAdas)
          await other.delete(identities).where(eq(identities.customer_id, ada.user_id))
        })
        await Promise.race([leaving, untilLockWaits(shop.db, '%update "customers"%')])
        return { arriving: linking, moving: leaving }
      })
      await Promise.all([arriving, moving])
      expect(await shop.db.select().from(identities).where(eq(identities.subject, sub))).toEqual([])
    },
  )

  test('who says that a third-party login was not them chooses a password, and it is out for good', async () => {
    const { ada, sub, stranger, link } = await linkedByStranger()
    const { email } = ada
    const early = await arrive(sub)
    const check = async () =>
      (await shop.call('POST', paths.checkPasswordToken, { body: { token: link } })).status
    expect([link, await check()]).toEqual([expect.any(String), 200])

    expect(await choose(link)).toBe(200)
    for (const { access: token } of [ada, stranger])
      expect((await shop.call('GET', paths.profile, { token })).status).toBe(401)
    expect((await early.browser.takeOver(fragment(early.address).get('code') ?? '')).status).toBe(401)
    await expectRefused(sub)
    await expectRefused(sub)
    expect([await login(email, ada.password), await login(email)]).toEqual([401, 200])
    // Nobody else is refused: the owner's own is linked as ever.
    const own = somebody({ email })
    expect((await signIn(own.sub)).user_id).toBe(ada.user_id)
    // Once.
    expect([await check(), await choose(link, 'Plum-blossom8')]).toEqual([400, 400])

    const [told] = await shop.db
      .select()
      .from(mails)
      .where(and(eq(mails.to_address, email), eq(mails.subject, 'Your password was changed')))
    expect(told?.text).toContain('The Google account that you did not know can no longer log in to it')
  })

  test('a stranger who has moved the account to another address is out by that link, and the account is back', async () => {
    const { ada, sub, stranger, link } = await linkedByStranger()
    const { email } = ada
    const at = { ...address, street_address: '1 Stranger Street' }
    const theirs = await move(email, stranger.access)
    expect((await shop.call('POST', paths.addresses, { token: stranger.access, body: at })).status).toBe(201)
    const check = await shop.call('POST', paths.checkPasswordToken, { body: { token: link } })
    expect([check.status, await choose(link)]).toEqual([200, 200])

    expect(await customersWith(email)).toMatchObject([{ id: ada.user_id }])
    expect(await customersWith(theirs)).toEqual([])
    await expectRefused(sub)
    const { access: token } = (
      await shop.call('POST', paths.login, { body: { email, password: 'Sloe-Gin-77' } })
    ).body as LoginAnswer
    expect((await shop.call('GET', paths.addresses, { token })).body).toEqual({ data: [] })
    expect((await shop.call('GET', paths.profile, { token: stranger.access })).status).toBe(401)
    // Neither link is good once more.
    const back = await linkTo(email, wasChanged)
    expect([await choose(link), await choose(back)]).toEqual([400, 400])
    const [told] = await shop.db
      .select()
      .from(mails)
      .where(and(eq(mails.to_address, email), eq(mails.subject, 'Your password was changed')))
    const text = told?.text.replaceAll('\n', ' ')
    expect(text).toContain('The account has this email address again')
    expect(text).toContain('The Google account that was added to it not long before can no longer log in')
  })

  test('the link shuts out nobody whose third-party login is another account’s by now', async () => {
    const { sub, link } = await linkedByStranger()
    const bo = await proved()
    await shop.db.update(identities).set({ customer_id: bo.user_id }).where(eq(identities.subject, sub))
    expect(await choose(link)).toBe(200)
    expect((await signIn(sub)).user_id).toBe(bo.user_id)
  })

  test('both links at once take the account back, and the stranger is out', async () => {
    const { ada, sub, stranger, link } = await linkedByStranger()
    const { email } = ada
    await move(email, stranger.access)
    const back = await linkTo(email, wasChanged)
    expect(await Promise.all([choose(link), choose(back)])).toContain(200)
    expect(await customersWith(email)).toMatchObject([{ id: ada.user_id }])
    await expectRefused(sub)
  })

  test('who takes the account back keeps out whoever was linked by that address not long before it was left', async () => {
    const { ada, sub, stranger } = await linkedByStranger()
    const { email } = ada
    // Of a link that is about to run out when the address is left, too, however late the account is taken back.
    ahead = 14 * day - minute
    const { access } = await signIn(sub)
    expect(access).not.toBe(stranger.access)
    const theirs = await move(email, access)
    // By the other address they would not be linked again.
    const another = somebody({ email: theirs })
    expect((await signIn(another.sub)).user_id).toBe(ada.user_id)
    const [warned] = await shop.db
      .select()
      .from(mails)
      .where(and(eq(mails.to_address, email), eq(mails.subject, wasChanged)))
    expect(warned?.text.replaceAll('\n', ' ')).toContain('The Google account that was added to it')
    ahead = 20 * day
    expect(await choose(await linkTo(email, wasChanged))).toBe(200)
    await expectRefused(sub)
    expect((await signIn(another.sub)).user_id).not.toBe(ada.user_id)
    ahead = 0
  })

  test('a code that deletes the account is still good when the shop could not', async () => {
    const { sub, email } = somebody()
    const { access: token, user_id } = await signIn(sub)
    await shop.call('POST', deletionCodePath, { token })
    const remove = async () =>
      (await shop.call('DELETE', paths.account, { token, body: { code: await mailedCode(email) } })).status
    // As where an import has a piece that they reviewed, for too long.
    await shop.db.execute(sql`create function refuse_to_go() returns trigger language plpgsql as
      $$ begin raise exception 'waited in vain' using errcode = '55P03'; end $$`)
    await shop.db.execute(
      sql.raw(`create trigger refuse_to_go before delete on customers for each row
        when (old.id = '${user_id}') execute function refuse_to_go()`),
    )
    expect(await remove()).toBe(503)
    await shop.db.execute(sql`drop function refuse_to_go cascade`)
    expect(await remove()).toBe(200)
    expect(await customersWith(email)).toEqual([])
  })

  test('however many of one network log in, none of them is refused', async () => {
    const environment = { ...provider.environment, PUBLIC_URL: home, RATE_LIMIT: 'on' }
    const limited = await openShop({ engine, environment })
    for (let person = 0; person < 25; person++) {
      const { browser, address } = await arrive(somebody().sub, undefined, browserOf(limited))
      expect((await browser.takeOver(fragment(address).get('code') ?? '')).status).toBe(200)
    }
    const counted = await limited.db
      .select({ count: rate_limits.count })
      .from(rate_limits)
      .where(like(rate_limits.key, 'third-party login:%'))
    expect(counted).toEqual([{ count: 0 }])
    await limited.close()
  })

  // The rest depends neither on who else is at the database nor on SQL written by hand. The embedded one shows it: with
  // its one connection, what asks for a second one hangs.
  if (engine !== 'embedded') return

  test('leads to the provider with state, nonce and PKCE, and keeps nothing readable in the browser', async () => {
    const left = await browserOf(shop).begin('/cart')
    expect(left.status).toBe(303)
    const { origin, searchParams } = new URL(left.to)
    expect(origin).toBe(provider.issuer)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    }
    expect(left.set).toMatch(
      /^__Host-damson_sign_in_google=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(left.set).not.toContain(searchParams.get('state'))
  })

  test('makes an account without a password, signs in, and leads to where the shopper wanted to go', async () => {
    const { sub, email } = somebody()
    const { browser, address } = await arrive(sub, '/cart/checkout?step=2')
    expect(withoutFragment(address)).toBe(`${home}/login?from=%2Fcart%2Fcheckout%3Fstep%3D2`)
    const answer = await browser.takeOver(fragment(address).get('code') ?? '')
    expect(answer.body).toMatchObject({ first_name: 'Rowan', last_name: 'Sloe', email })
    expect(answer.headers['set-cookie']).toBe(
      '__Host-damson_sign_in_google=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    )
    const { access, refresh } = answer.body as LoginAnswer
    const profile = (await shop.call('GET', paths.profile, { token: access })).body as Profile
    expect(profile).toMatchObject({ email, has_password: false, contact_no: '' })
    expect((await shop.call('POST', paths.refreshToken, { body: { refresh } })).status).toBe(200)
    const [customer] = await customersWith(email)
    expect(customer?.email_verified_at).not.toBeNull()
    const [identity] = await shop.db.select().from(identities).where(eq(identities.subject, sub))
    expect(identity).toMatchObject({ issuer: provider.issuer, customer_id: customer?.id })
  })

  test.each([
    ['none', {}, ['', ''], 'A customer'],
    ['a family’s alone', { family_name: 'Sloe' }, ['', 'Sloe'], 'S.'],
    [
      'a link',
      { given_name: 'See www.evil.example', family_name: 'https://evil.example' },
      ['', ''],
      'A customer',
    ],
    ['several lines', { given_name: 'Rowan\nYour order is late', family_name: 'Sloe' }, ['', 'Sloe'], 'S.'],
    [
      'what turns text around and is too long by half a sign',
      { given_name: `\u202e${'x'.repeat(98)}\u{1f48d}`, family_name: 'Sloe' },
      ['x'.repeat(98), 'Sloe'],
      `${'x'.repeat(98)} S.`,
    ],
    ['a whole one', { name: 'Rowan  Ash Sloe' }, ['Rowan', 'Ash Sloe'], 'Rowan A.'],
    ['a whole one of one word', { name: 'Rowan' }, ['Rowan', ''], 'Rowan'],
    [
      'a whole one and a family’s',
      { name: 'Rowan Sloe', family_name: 'Sloe' },
      ['Rowan', 'Sloe'],
      'Rowan S.',
    ],
    [
      'a whole one beside its parts',
      { name: 'Sloe of Damson', given_name: 'Rowan', family_name: 'Sloe' },
      ['Rowan', 'Sloe'],
      'Rowan S.',
    ],
    ['a whole one for the given', { given_name: 'Rowan Sloe' }, ['Rowan Sloe', ''], 'Rowan S.'],
    ['the address', { name: 'rowan.sloe@example.com' }, ['', ''], 'A customer'],
    [
      'the address in each part',
      { given_name: 'rowan.sloe@example.com', family_name: 'rowan.sloe@example.com' },
      ['', ''],
      'A customer',
    ],
  ])(
    'with %s for a name takes no other, nor publishes any part of the address',
    async (_what, names, own, shown) => {
      const { sub, email } = somebody({ given_name: '', family_name: '', ...names })
      const { access: token } = await signIn(sub)
      const [customer] = await customersWith(email)
      expect([customer?.first_name, customer?.last_name]).toEqual(own)
      const { id } = await newPiece(shop)
      const at = (await shop.call('POST', paths.addresses, { token, body: address })).body as {
        data: { id: string }
      }
      await shop.call('POST', paths.cartItems, { token, body: { product_id: id } })
      const body = { shipping_address_id: at.data.id, payment_method: 'card', payment_data: card() }
      expect((await shop.call('POST', paths.checkout, { token, body })).status).toBe(201)
      const review = { rating: 5, title: 'Plum', text: 'A ring the colour of a plum.' }
      expect((await shop.call('POST', paths.reviews(id), { token, body: review })).status).toBe(201)
      expect((await shop.call('GET', paths.reviews(id))).body).toMatchObject({ data: [{ author: shown }] })
    },
  )

  test('knows somebody by issuer and subject, whatever their address is now', async () => {
    const { sub } = somebody()
    const first = await signIn(sub)
    provider.accounts[sub] = { email: `moved-${engine}@example.com`, email_verified: false }
    expect((await signIn(sub)).user_id).toBe(first.user_id)
  })

  test('links an account by its verified address, and tells its owner', async () => {
    const ada = await proved()
    await ada.call('POST', paths.addresses, { body: address })
    const { sub } = somebody({ email: ada.email.toUpperCase() })
    expect((await signIn(sub)).user_id).toBe(ada.user_id)
    expect((await ada.call('GET', paths.addresses)).body).toMatchObject({ data: [address] })
    const [mail] = await shop.db
      .select()
      .from(mails)
      .where(and(eq(mails.subject, nowGoogle), eq(mails.to_address, ada.email)))
    expect(mail?.text).toContain('Your password goes on working')
    const { email, password } = ada
    expect((await shop.call('POST', paths.login, { body: { email, password } })).status).toBe(200)
    expect((await ada.call('GET', paths.profile)).status).toBe(200)
  })

  test('hands over no session of an account that is no longer linked', async () => {
    const { sub: subject } = somebody()
    const { user_id: customer_id } = await signIn(subject)
    const { issuer } = provider
    const hand = (state: string) =>
      addHandover(shop.db, { customer_id, person: { issuer, subject }, state }, new Date())
    expect(await hand('before')).not.toBeNull()
    await shop.db.delete(identities).where(eq(identities.customer_id, customer_id))
    expect(await hand('after')).toBeNull()
  })

  test('a session that waits to be taken up does not begin once there is a new password', async () => {
    const { ada, sub } = await linkedByStranger()
    const { email, password: old_password } = ada
    const late = async (renew: () => Promise<number>) => {
      const { browser, address } = await arrive(sub)
      expect(await renew()).toBe(200)
      return (await browser.takeOver(fragment(address).get('code') ?? '')).status
    }
    const next = 'Plum-blossom8'
    const change = { old_password, new_password: next, confirm_password: next }
    const changed = () => ada.call('POST', paths.changePassword, { body: change })
    expect(await late(async () => (await changed()).status)).toBe(401)
    await shop.call('POST', paths.forgotPassword, { body: { email } })
    const forgotten = await linkTo(email, 'Choose a new password')
    expect(await late(() => choose(forgotten))).toBe(401)
  })

  test('the link of who did not log in so is good for fourteen days, after another new password, too, and of that address', async () => {
    const { ada, sub, link } = await linkedByStranger()
    const { email } = ada
    const check = async () =>
      (await shop.call('POST', paths.checkPasswordToken, { body: { token: link } })).status
    await shop.call('POST', paths.forgotPassword, { body: { email } })
    expect(await choose(await linkTo(email, 'Choose a new password'), 'Plum-blossom8')).toBe(200)
    // Only that link says that it was somebody else.
    await signIn(sub)
    const isAdas = eq(customers.id, ada.user_id)
    await shop.db
      .update(customers)
      .set({ email: `moved-${email}` })
      .where(isAdas)
    expect(await check()).toBe(400)
    await shop.db.update(customers).set({ email }).where(isAdas)
    ahead = 14 * day
    expect([await check(), await choose(link)]).toEqual([400, 400])
    ahead = 14 * day - minute
    expect([await check(), await choose(link)]).toEqual([200, 200])
    await expectRefused(sub)
    ahead = 0
  })

  test('who has no password chooses the first by that link, and keeps their own third-party login', async () => {
    const { sub, email } = somebody()
    const { user_id } = await signIn(sub)
    const strangers = `${sub}-stranger`
    second.accounts[strangers] = { email, email_verified: true }
    expect((await signIn(strangers, 'second')).user_id).toBe(user_id)
    expect(await choose(await linkTo(email, `You can now log in with ${secondName}`))).toBe(200)
    await expectRefused(strangers, 'second')
    expect([(await signIn(sub)).user_id, await login(email)]).toEqual([user_id, 200])
  })

  test('what was refused stays so when the account is taken back, is in its copy, and goes with it', async () => {
    const { ada, sub, link } = await linkedByStranger()
    const { email } = ada
    // As when the account was taken back before: the login is not linked any more, and would be again.
    await shop.db.delete(identities).where(eq(identities.subject, sub))
    expect(await choose(link)).toBe(200)
    await expectRefused(sub)

    const thief = `thief-${email}`
    const signedIn = async (password: string) =>
      (await shop.call('POST', paths.login, { body: { email, password } })).body as LoginAnswer
    const { access } = await signedIn('Sloe-Gin-77')
    await shop.call('PATCH', paths.profile, { token: access, body: { email: thief } })
    const token = await linkTo(thief, 'Please confirm your new email address')
    expect((await shop.call('POST', paths.verifyEmail, { body: { token } })).status).toBe(200)
    expect(await choose(await linkTo(email, 'Your email address was changed'), 'Plum-blossom8')).toBe(200)
    await expectRefused(sub)

    const owner = await signedIn('Plum-blossom8')
    const copy = await shop.call('GET', paths.exportAccount, { token: owner.access })
    expect((copy.body as AccountExport).identities).toMatchObject([
      { issuer: provider.issuer, subject: sub, refused_at: expect.any(String) },
    ])
    const left = { token: owner.access, body: { password: 'Plum-blossom8' } }
    expect((await shop.call('DELETE', paths.account, left)).status).toBe(200)
    expect((await signIn(sub)).user_id).not.toBe(ada.user_id)
  })

  test('who has moved their account themselves has it at the former address again by that link, and somebody else’s login is out', async () => {
    const { ada, sub, link } = await linkedByStranger()
    const { email } = ada
    const to = await move(email, ada.access)
    expect((await signIn(sub)).user_id).toBe(ada.user_id)
    expect(await choose(link)).toBe(200)
    expect([await login(email), await login(to)]).toEqual([200, 401])
    await expectRefused(sub)
  })

  test('that link is dead where an earlier address alone can take the account back', async () => {
    const ada = await proved()
    const second = await move(ada.email, ada.access)
    const { sub } = somebody({ email: second })
    expect((await signIn(sub)).user_id).toBe(ada.user_id)
    const link = await linkTo(second, nowGoogle)
    const third = await move(second, (await signIn(sub)).access)
    expect(await choose(link)).toBe(400)
    expect(await customersWith(third)).toMatchObject([{ id: ada.user_id }])
  })

  test('who logged in so long before, or from the first, is linked again once the account is taken back', async () => {
    const { sub, email } = somebody()
    const { user_id, access } = await signIn(sub)
    await move(email, access)
    expect(await choose(await linkTo(email, wasChanged))).toBe(200)
    expect((await signIn(sub)).user_id).toBe(user_id)

    const old = await linkedByStranger()
    ahead = 14 * day
    await move(old.ada.email, (await signIn(old.sub)).access)
    expect(await choose(await linkTo(old.ada.email, wasChanged))).toBe(200)
    expect((await signIn(old.sub)).user_id).toBe(old.ada.user_id)
    ahead = 0
  })

  test('opens no account with an address that can still take one back', async () => {
    const ada = await proved()
    const thief = `thief-${ada.email}`
    await ada.call('PATCH', paths.profile, { body: { email: thief } })
    const token = await linkTo(thief, 'Please confirm your new email address')
    expect((await shop.call('POST', paths.verifyEmail, { body: { token } })).status).toBe(200)
    const { sub } = somebody({ email: ada.email })
    const { address } = await arrive(sub)
    expect(Object.fromEntries(fragment(address))).toEqual({ problem: 'kept', provider: 'google' })
    expect(await customersWith(ada.email)).toEqual([])
    const back = await linkTo(ada.email, 'Your email address was changed')
    expect(await choose(back)).toBe(200)
    expect((await signIn(sub)).user_id).toBe(ada.user_id)
  })

  test('throws out who signed up with an address that was never theirs', async () => {
    const stranger = await shop.signUp({ first_name: 'Eve', contact_no: '02079460999' })
    const at = data<{ id: string }>(await stranger.call('POST', paths.addresses, { body: address }))
    await stranger.call('POST', paths.paymentMethods, { body: card() })
    const { id: product_id } = await newPiece(shop)
    await stranger.call('POST', paths.cartItems, { body: { product_id } })
    const order = { shipping_address_id: at.id, payment_method: 'card', payment_data: card() }
    expect((await stranger.call('POST', paths.checkout, { body: order })).status).toBe(201)
    const [kept] = await shop.db
      .select()
      .from(saved_cards)
      .where(eq(saved_cards.customer_id, stranger.user_id))
    const strangers = `eve-${engine}@example.com`
    await stranger.call('PATCH', paths.profile, { body: { email: strangers } })
    const { sub } = somebody({ email: stranger.email })
    const owner = await signIn(sub)
    // The link that would move the account to an address of the stranger's.
    const [mail] = await shop.db.select().from(mails).where(eq(mails.to_address, strangers))
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const moved = await shop.call('POST', paths.verifyEmail, { body: { token } })
    expect([token, moved.status]).toEqual([expect.any(String), 400])
    expect(owner.user_id).toBe(stranger.user_id)
    // Where a parcel would go, who would be called about it and whose card would pay for it.
    const read = async (path: string) => (await shop.call('GET', path, { token: owner.access })).body
    expect(await read(paths.profile)).toMatchObject({
      first_name: 'Rowan',
      last_name: 'Sloe',
      contact_no: '',
      email_verified_at: expect.any(String),
    })
    expect(await read(paths.addresses)).toEqual({ data: [] })
    expect(await read(paths.paymentMethods)).toEqual({ data: [] })
    expect(forgotten).toContain(kept?.gateway_token)
    expect(await read(paths.orderHistory)).toMatchObject({
      data: { orders: [{ shipping_address: null, billing_address: null }] },
    })
    const { email, password } = stranger
    expect((await stranger.call('GET', paths.profile)).status).toBe(401)
    expect((await shop.call('POST', paths.login, { body: { email, password } })).status).toBe(401)
    expect((await shop.call('GET', paths.profile, { token: owner.access })).status).toBe(200)
  })

  test('a second provider signs in at addresses of its own, under its own name', async () => {
    const called = async (key: ProviderKey) => (await shop.call('GET', providerPaths(key).config)).body
    expect(await called('google')).toEqual({ enabled: true, name: 'Google' })
    expect(await called('second')).toEqual({ enabled: true, name: secondName })
    const { sub, email } = somebody()
    second.accounts[sub] = { email, email_verified: true, given_name: 'Rowan' }
    const browser = browserOf(shop, 'second')
    const left = await browser.begin('/cart')
    expect(new URL(left.to).origin).toBe(second.issuer)
    expect(new URL(left.to).searchParams.get('redirect_uri')).toBe(redirectUriOf('second'))
    expect(left.set).toMatch(/^__Host-damson_sign_in_second=[^;]+; Path=\/; Max-Age=600; /)
    const { to } = await browser.comeBack(await passThrough(left.to, sub))
    expect(withoutFragment(to)).toBe(`${home}/login?from=%2Fcart`)
    expect(Object.fromEntries(fragment(to))).toEqual({ code: expect.any(String), provider: 'second' })
    expect(await browserOf(shop, 'second').takeOver(fragment(to).get('code') ?? '')).toMatchObject({
      status: 401,
      body: { message: inNameOf(secondName, providerTexts.failed) },
    })
    const answer = await browser.takeOver(fragment(to).get('code') ?? '')
    expect(answer).toMatchObject({ status: 200, body: { email, first_name: 'Rowan' } })
    const [identity] = await shop.db.select().from(identities).where(eq(identities.subject, sub))
    expect(identity?.issuer).toBe(second.issuer)
  })

  test('both providers may lead to one account, whose owner is told by the right name', async () => {
    const { sub, email } = somebody()
    const { user_id } = await signIn(sub)
    // The same subject at another provider is another person, until the address says who.
    second.accounts[sub] = { email: `another-${engine}@example.com`, email_verified: true }
    expect((await signIn(sub, 'second')).user_id).not.toBe(user_id)
    second.accounts[`${sub}-at-second`] = { email, email_verified: true }
    expect((await signIn(`${sub}-at-second`, 'second')).user_id).toBe(user_id)
    const [mail] = await shop.db.select().from(mails).where(eq(mails.to_address, email))
    expect(mail?.subject).toBe(`You can now log in with ${secondName}`)
    expect(mail?.text).not.toContain('Google')
    // They never had one.
    expect(mail?.text).not.toContain('Your password')
    expect((await signIn(sub)).user_id).toBe(user_id)
  })

  test('who cancels at a second provider is told its name', async () => {
    const { address } = await arrive('', '/wishlist', browserOf(shop, 'second'))
    expect(address).toBe(`${home}/login?from=%2Fwishlist#problem=failed&provider=second`)
  })

  test.each<[ProviderKey, ProviderKey]>([
    ['google', 'second'],
    ['second', 'google'],
  ])('an answer to an attempt with %s is refused where %s answers, and is still good', async (one, other) => {
    const { sub } = somebody()
    second.accounts[sub] = { email: `crossed-${one}-${engine}@example.com`, email_verified: true }
    const browser = browserOf(shop, one)
    const address = await passThrough((await browser.begin()).to, sub)
    const crossed = await browser.comeBack(address.replace(redirectUriOf(one), redirectUriOf(other)))
    expect(Object.fromEntries(fragment(crossed.to))).toEqual({ problem: 'failed', provider: other })
    expect(fragment((await browser.comeBack(address)).to).get('code')).toMatch(/^[\w-]{43}$/)
  })

  test('takes no address that the provider has not verified, whether or not it has an account', async () => {
    const ada = await shop.signUp()
    for (const email of [ada.email, `nobody-${engine}@example.com`]) {
      for (const unproved of [{ email_verified: false }, {}]) {
        const { sub } = somebody()
        provider.accounts[sub] = { email, ...unproved }
        const { address } = await arrive(sub)
        expect(Object.fromEntries(fragment(address))).toEqual({ problem: 'unverified', provider: 'google' })
        expect(await shop.db.select().from(identities).where(eq(identities.subject, sub))).toEqual([])
      }
    }
    expect(await customersWith(`nobody-${engine}@example.com`)).toEqual([])
  })

  test('the log says why an unverified address was refused, and not whose', async () => {
    await withLog(async (read) => {
      const environment = { ...provider.environment, PUBLIC_URL: home, LOG_LEVEL: 'warn' }
      const logged = await openShop({ engine, environment })
      // As of Microsoft Entra, which never says whether it has verified an address.
      const { sub, email } = somebody()
      provider.accounts[sub] = { email, given_name: 'Rowan', family_name: 'Sloe' }
      const { address } = await arrive(sub, '/wishlist', browserOf(logged))
      expect(fragment(address).get('problem')).toBe('unverified')
      await logged.close()
      const told = 'A third-party login was refused, for want of a verified address'
      expect(lineOf(read(), told)).toMatchObject({ level: 40, provider: 'Google' })
      for (const personal of [email, sub, 'Rowan', 'Sloe']) expect(read()).not.toContain(personal)
    })
  })

  test('nor one that the provider tells from what would be made of it here', async () => {
    const ada = await proved()
    for (const email of [ada.email.replace('s', '\uff53'), ada.email.replace('@', '\u{ad}@')]) {
      const { sub } = somebody({ email })
      const { address } = await arrive(sub)
      expect(Object.fromEntries(fragment(address))).toEqual({ problem: 'unverified', provider: 'google' })
    }
  })

  test('keeps out who is blocked, before and after they are linked', async () => {
    const { sub, email } = somebody()
    await signIn(sub)
    const early = await arrive(sub)
    await shop.db.update(customers).set({ blocked_at: new Date() }).where(eq(customers.email, email))
    const late = await early.browser.takeOver(fragment(early.address).get('code') ?? '')
    expect(late).toMatchObject({ status: 403, body: { code: 'blocked' } })
    expect(fragment((await arrive(sub)).address).get('problem')).toBe('blocked')
    const other = somebody({ email })
    expect(fragment((await arrive(other.sub)).address).get('problem')).toBe('blocked')
  })

  test('a cancelled login comes back with where the shopper wanted to go, and leaves nothing in the browser', async () => {
    const { browser, address } = await arrive('', '/wishlist')
    expect(browser.cookie()).toBe('__Host-damson_sign_in_google=')
    expect(address).toBe(`${home}/login?from=%2Fwishlist#problem=failed&provider=google`)
  })

  test('an answer without its attempt, with another state, altered, or too late signs nobody in', async () => {
    const { sub } = somebody()
    const expectNothing = ({ to }: { to: string }) => {
      expect(Object.fromEntries(fragment(to))).toEqual({ problem: 'failed', provider: 'google' })
    }
    const answered = async () => {
      const browser = browserOf(shop)
      return { browser, address: await passThrough((await browser.begin()).to, sub) }
    }
    const before = (await shop.db.select().from(handovers)).length

    const another = await answered()
    expectNothing(await browserOf(shop).comeBack(another.address))

    const crossed = await answered()
    expectNothing(await crossed.browser.comeBack(another.address))

    const tampered = await answered()
    const wrong = new URL(tampered.address)
    wrong.searchParams.set('state', 'A'.repeat(43))
    expectNothing(await tampered.browser.comeBack(wrong.href))

    const stateless = await answered()
    const bare = new URL(stateless.address)
    bare.searchParams.delete('state')
    expectNothing(await stateless.browser.comeBack(bare.href))

    const mixed = await answered()
    const foreign = new URL(mixed.address)
    foreign.searchParams.set('iss', 'https://evil.example')
    expectNothing(await mixed.browser.comeBack(foreign.href))

    const twice = await answered()
    const doubled = `${twice.address}&state=${new URL(twice.address).searchParams.get('state') ?? ''}`
    expectNothing(await twice.browser.comeBack(doubled))

    const forged = await answered()
    const sealed = forged.browser.cookie()
    forged.browser.keep(`${sealed.slice(0, -4)}AAAA`)
    expectNothing(await forged.browser.comeBack(forged.address))

    const late = await answered()
    ahead = 10 * minute
    expectNothing(await late.browser.comeBack(late.address))
    ahead = 0

    expect(await shop.db.select().from(handovers)).toHaveLength(before)
  })

  test('an attempt in a cookie that another host below the same domain could have set signs nobody in', async () => {
    const begun = async () => {
      const browser = browserOf(shop)
      const address = await passThrough((await browser.begin()).to, somebody().sub)
      return { browser, address, sealed: browser.cookie().replace(/^[^=]*=/, '') }
    }
    for (const name of ['damson_sign_in', 'damson_sign_in_google', '__Host-damson_sign_in_second']) {
      const { browser, address, sealed } = await begun()
      browser.keep(`${name}=${sealed}`)
      expect(fragment((await browser.comeBack(address)).to).get('problem')).toBe('failed')
    }
    // Beside its own it does no harm.
    const [{ browser, address }, { sealed }] = [await begun(), await begun()]
    const others = `damson_sign_in=${sealed}; __Host-damson_sign_in_second=${sealed}`
    browser.keep(`${others}; ${browser.cookie()}`)
    const code = fragment((await browser.comeBack(address)).to).get('code') ?? ''
    const own = browser.cookie()
    browser.keep(own.replace(/^[^=]*=/, 'damson_sign_in='))
    expect((await browser.takeOver(code)).status).toBe(401)
    browser.keep(`${others}; ${own}`)
    expect((await browser.takeOver(code)).status).toBe(200)
  })

  test('where the shop is served without TLS, no browser would keep such a cookie: it has a plain one, for its provider alone', async () => {
    const environment = { ...provider.environment, PUBLIC_URL: 'http://damson.test' }
    const plain = await openShop({ engine, environment })
    try {
      expect((await browserOf(plain).begin()).set).toMatch(
        /^damson_sign_in=[\w.-]+; Path=\/api\/v1\/auth\/google\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
      )
    } finally {
      await plain.close()
    }
  })

  test('an attempt that was begun on a server of before there were two providers is good for the first alone', async () => {
    const key = derivedKey(shop.config.sessionSecret, 'third-party login')
    /** Nothing said whose attempt it was. */
    const older = async (browser: ReturnType<typeof browserOf>) => {
      const [name = '', sealed = ''] = browser.cookie().split('=')
      const { aud: _aud, ...payload } = (await jwtDecrypt(sealed, key)).payload
      const again = new EncryptJWT(payload).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      browser.keep(`${name}=${await again.encrypt(key)}`)
    }
    for (const [provider, told] of [
      ['google', 'code'],
      ['second', 'problem'],
    ] as const) {
      const { sub } = somebody()
      second.accounts[sub] = { email: `older-${engine}@example.com`, email_verified: true }
      const browser = browserOf(shop, provider)
      const address = await passThrough((await browser.begin()).to, sub)
      await older(browser)
      expect([...fragment((await browser.comeBack(address)).to).keys()]).toContain(told)
    }
  })

  test('of two tabs the one that left last signs in, though the other comes back before it', async () => {
    const { sub } = somebody()
    const browser = browserOf(shop)
    const first = await passThrough((await browser.begin()).to, sub)
    const second = await passThrough((await browser.begin('/wishlist')).to, sub)
    expect(fragment((await browser.comeBack(first)).to).get('problem')).toBe('failed')
    const { to } = await browser.comeBack(second)
    // Nor is what the second has to take up lost when the first is loaded once more.
    expect(fragment((await browser.comeBack(first)).to).get('problem')).toBe('failed')
    expect((await browser.takeOver(fragment(to).get('code') ?? '')).status).toBe(200)
  })

  test('an answer works once, even for who kept everything of it', async () => {
    const { sub } = somebody()
    const browser = browserOf(shop)
    const left = await browser.begin()
    const sealed = browser.cookie()
    const address = await passThrough(left.to, sub)
    const first = await browser.comeBack(address)
    expect(fragment(first.to).get('code')).toMatch(/^[\w-]{43}$/)
    const replaying = browserOf(shop)
    replaying.keep(sealed)
    expect(fragment((await replaying.comeBack(address)).to).get('problem')).toBe('failed')
  })

  test('no place leads out of the shop', async () => {
    const { sub } = somebody()
    for (const from of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      '/\\evil.example',
      '/a\r\nSet-Cookie: x=1',
    ]) {
      const { address } = await arrive(sub, from)
      // Whatever is passed on is a value for our own login page, which accepts only paths of the shop.
      const { origin, pathname } = new URL(address)
      expect([origin, pathname]).toEqual([home, '/login'])
      expect(address).not.toMatch(/[\r\n]/)
    }
  })

  test('a place that is too long for a cookie is forgotten, and not the login', async () => {
    const from = `/${'a'.repeat(4_000)}`
    expect((await browserOf(shop).begin(from)).set.length).toBeLessThan(4_096)
    expect(withoutFragment((await arrive(somebody().sub, from)).address)).toBe(`${home}/login`)
  })

  test('who has no password deletes the account by a mailed code', async () => {
    const { sub, email } = somebody()
    const { access: token } = await signIn(sub)
    const remove = (body: object) => shop.call('DELETE', paths.account, { token, body })
    expect(await remove({ password: 'plum-stone-7' })).toMatchObject({ status: 400 })
    expect(await remove({ code: 'ABCD2345' })).toMatchObject({
      status: 400,
      body: { errors: { code: [expect.anything()] } },
    })
    expect((await shop.call('POST', deletionCodePath, { token })).status).toBe(200)
    const code = await mailedCode(email)
    const stranger = await signIn(somebody().sub)
    expect(
      (await shop.call('DELETE', paths.account, { token: stranger.access, body: { code } })).status,
    ).toBe(400)
    expect((await remove({ code: ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}` })).status).toBe(200)
    expect(await customersWith(email)).toEqual([])
    expect(await shop.db.select().from(identities).where(eq(identities.subject, sub))).toEqual([])
  })

  test('of several codes that were mailed the last one is good, for as long as its mail says', async () => {
    const { sub, email } = somebody()
    let token = (await signIn(sub)).access
    const mailed = async () => {
      expect((await shop.call('POST', deletionCodePath, { token })).status).toBe(200)
      return mailedCode(email)
    }
    const remove = async (code: string) =>
      (await shop.call('DELETE', paths.account, { token, body: { code } })).status
    const wanted = `new-${email}`
    await shop.call('PATCH', paths.profile, { token, body: { email: wanted } })
    const first = await mailed()
    const last = await mailed()
    expect(last).not.toBe(first)
    expect(await remove(first)).toBe(400)
    // Links that were mailed for something else are as good as before.
    expect((await shop.call('GET', paths.profile, { token })).body).toMatchObject({ pending_email: wanted })
    // So that it is not the session that ends.
    ahead = 2 * minute
    token = (await signIn(sub)).access
    ahead = (deletionCodeMinutes + 1) * minute
    expect(await remove(last)).toBe(400)
    ahead = (deletionCodeMinutes - 1) * minute
    expect(await remove(last)).toBe(200)
    ahead = 0
  })

  test('a first password comes by the mailed link, and the third-party login goes on', async () => {
    const { sub, email } = somebody()
    await signIn(sub)
    await shop.call('POST', paths.forgotPassword, { body: { email } })
    const [mail] = await shop.db.select().from(mails).where(eq(mails.to_address, email))
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const password = 'Sloe-Gin-77'
    const body = { new_password: password, confirm_password: password, token }
    expect((await shop.call('POST', paths.resetPassword, { body })).status).toBe(200)
    expect((await shop.call('POST', paths.login, { body: { email, password } })).status).toBe(200)
    const { access } = await signIn(sub)
    expect((await shop.call('GET', paths.profile, { token: access })).body).toMatchObject({
      has_password: true,
    })
  })
})
