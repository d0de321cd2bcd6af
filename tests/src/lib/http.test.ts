import { storageKeys } from '#contract/storageKeys.ts'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginAnswer, Profile } from '#contract/auth.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { CardPayment } from '#contract/checkout.ts'
import { paths } from '#contract/paths.ts'
import { learnServerTime, serverNow } from '#contract/serverTime.ts'
import { placeOrder } from '#src/features/checkout/api.ts'
import { setTransport } from '#src/lib/client.ts'
import { type Credentials, type Transport, createHttp } from '#src/lib/http.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { createSession } from '#src/lib/session.ts'
import { careFor, sessionCalls } from '#src/lib/sessionCare.ts'
import { texts } from '#contract/texts.ts'
import { local } from '#src/lib/storage.ts'
import { withLock } from '#src/lib/withLock.ts'
import { inProcess } from '#tests/support/inProcess.ts'
import { type Customer, type Shop, openShop } from '#tests/support/shop.ts'

const anything = v.unknown()
const answering =
  (status: number, body: BodyInit, type = 'application/json'): Transport =>
  () =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }))
/** What `fetch` does with a body that is cut off, by the connection or by our own time limit. */
const broken = () =>
  new ReadableStream({
    start: (body) => {
      body.enqueue(new TextEncoder().encode('{"data": ['))
      body.error(new DOMException('The operation timed out', 'TimeoutError'))
    },
  })
/** Never answers; hears of it when it is not waited for any more. */
const never: Transport = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    const leave = () => reject(new DOMException('The page was left', 'AbortError'))
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
  })
const over = (transport: Transport, credentials: Credentials | null = null) =>
  createHttp({ base: '/api/v1/', transport, credentials })

describe('a call never raises', () => {
  it.each([
    ['message first', { message: 'One', error: { message: 'Two' }, detail: 'Three' }, 'One'],
    ['then error.message', { error: { message: 'Two' }, detail: 'Three' }, 'Two'],
    ['then detail', { detail: 'Three', error: 'Four' }, 'Three'],
    ['then error', { error: 'Four' }, 'Four'],
    ['else the default', { anything: 1 }, 'Something Went Wrong!'],
  ])('its error text is %s', async (_name, body, text) => {
    const answer = await over(answering(400, JSON.stringify(body))).get('x/', { schema: anything })
    expect(answer).toMatchObject({ body: null, status: 400, error: { message: text } })
  })

  it('the fields that were refused are named, if it says which', async () => {
    const refusing = (errors: unknown) => over(answering(400, JSON.stringify({ message: 'One', errors })))
    const errors = { email: ['Two'] }
    expect((await refusing(errors).get('x/', { schema: anything })).error?.fields).toEqual(errors)
    expect((await refusing(['Two']).get('x/', { schema: anything })).error?.fields).toEqual({})
  })

  it.each([
    [
      'of a gateway in front of the shop',
      502,
      { message: 'upstream connect error' },
      'Something Went Wrong!',
    ],
    ['that names a fault', 500, { detail: 'TypeError: x is null' }, 'Something Went Wrong!'],
    ['of a shop that is very busy', 503, { message: 'Very busy.', code: 'unavailable' }, 'Very busy.'],
  ])('shows what a failure says only where it is for people: %s', async (_name, status, body, message) => {
    const answer = await over(answering(status, JSON.stringify(body))).get('x/', { schema: anything })
    expect(answer).toMatchObject({ body: null, status, error: { message } })
  })

  it.each([
    [500, 'The proxy could not reach the shop'],
    [502, { message: 'upstream connect error' }],
    [503, { error: 'no healthy upstream' }],
    [504, { message: 'The upstream server is timing out' }],
    [520, { title: 'Web server is returning an unknown error' }],
    [530, { title: 'The name leads nowhere' }],
  ])('takes a %i of a gateway for no answer of the shop, though it is JSON', async (status, body) => {
    const answer = await over(answering(status, JSON.stringify(body))).get('x/', { schema: anything })
    expect(answer).toMatchObject({ body: null, status, error: { code: 'server_unreachable' } })
  })

  it.each([200, 400, 500])(
    'takes a %i that breaks off, or is given up because it never ends, for no answer: the line was lost',
    async (status) => {
      const answer = await over(answering(status, broken())).get('x/', { schema: anything })
      expect(answer).toMatchObject({
        body: null,
        status: 500,
        error: { code: 'server_unreachable', message: texts.networkError, isUnanswered: true },
      })
    },
  )

  it('gives status 500 and says that nobody answered when there is no response', async () => {
    const answer = await over(() => Promise.reject(new TypeError('fetch failed'))).get('x/', {
      schema: anything,
    })
    expect(answer).toMatchObject({
      body: null,
      status: 500,
      error: { code: 'server_unreachable', isUnanswered: true },
    })
  })

  it.each([
    ['HTML of a captive portal', '<html>Please pay for the Wi-Fi</html>', 'text/html'],
    ['truncated JSON', '{"data": [{"id": 1', 'application/json'],
    ['another shape', '{"data": "nothing"}', 'application/json'],
    ['ten megabytes of it', JSON.stringify({ data: 'x'.repeat(10_000_000) }), 'application/json'],
  ])('refuses %s as Invalid API response structure', async (_name, body, type) => {
    const schema = v.object({ data: v.array(v.object({ id: v.number() })) })
    const answer = await over(answering(200, body, type)).get('x/', { schema })
    expect(answer).toMatchObject({
      body: null,
      error: { code: 'invalid_response', message: 'Invalid API response structure' },
    })
  })

  it('takes no content for the good answer that it is, and a portal’s page, whatever its status, for none', async () => {
    const call = { schema: v.object({}) }
    const nothing: Transport = () => Promise.resolve(new Response(null, { status: 204 }))
    expect(await over(nothing).delete('x/', call)).toEqual({ body: {}, status: 204, error: null })
    for (const text of ['<html>Please pay for the Wi-Fi</html>', ''])
      expect(await over(answering(200, text, 'text/html')).delete('x/', call)).toMatchObject({
        body: null,
        error: { code: 'invalid_response' },
      })
  })

  it('repeats a name in the query for each of its values and leaves out what is undefined', async () => {
    const asked: string[] = []
    const http = over((url) => {
      asked.push(url)
      return Promise.resolve(new Response('{}'))
    })
    await http.get('x/', {
      schema: anything,
      query: { price: ['0-300', '900-'], page: 2, gemstone: undefined },
    })
    expect(asked).toEqual(['/api/v1/x/?price=0-300&price=900-&page=2'])
  })
})

describe('a reader who leaves takes the question along', () => {
  // Safari before 17.4 and Firefox before 124 cannot combine signals.
  it.each([false, true])('before the answer, in an old browser: %s', async (isOld) => {
    const own = Object.getOwnPropertyDescriptor(AbortSignal, 'any') ?? {}
    if (isOld) Reflect.deleteProperty(AbortSignal, 'any')
    // Nor is it the call's own time limit that ends it.
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const leaving = new AbortController()
    const call = { schema: anything, signal: leaving.signal }
    const asked = over(never).get('x/', call)
    expect(await over(answering(200, '{}')).get('x/', call)).toMatchObject({ status: 200 })
    leaving.abort(new DOMException('The page was left', 'AbortError'))
    await expect(asked).rejects.toThrow('The page was left')
    await expect(over(never).get('x/', call)).rejects.toThrow('The page was left')
    limit.mockRestore()
    Object.defineProperty(AbortSignal, 'any', own)
  })
})

it('who may leave and stays does not wait for ever either', async () => {
  const limit = new AbortController()
  const own = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const asked = over(never).get('x/', { schema: anything, signal: new AbortController().signal })
  limit.abort(new DOMException('The operation timed out', 'TimeoutError'))
  expect(await asked).toMatchObject({ body: null, status: 500, error: { isUnanswered: true } })
  own.mockRestore()
})

it('a connection that never answers holds nobody longer than is promised', async () => {
  const limits: number[] = []
  const own = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit)
    return new AbortController().signal
  })
  const http = over(answering(200, '{}'))
  for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const)
    await http[method]('x/', { schema: anything })
  setTransport(answering(400, '{}'))
  const client = createQueryClient({ say: () => undefined })
  const order = { shipping_address_id: '1', payment_method: 'paypal' } as never
  await client
    .getMutationCache()
    .build(client, placeOrder('1'))
    .execute({ order, key: 'a-key' })
    .catch(() => undefined)
  own.mockRestore()
  expect(limits).toEqual([10_000, 15_000, 15_000, 15_000, 15_000, 30_000])
})

describe('a customer stays signed in', () => {
  let shop: Shop
  let ada: Customer
  const asked: string[] = []
  let interfere: Transport | null = null

  const transport: Transport = async (url, options) => {
    asked.push(url.replace(apiRoot, ''))
    if (interfere && url.endsWith(paths.refreshToken)) return interfere(url, options)
    return inProcess(shop)(url, options)
  }
  const session = createSession(async (store) =>
    careFor(
      store,
      sessionCalls((credentials) => createHttp({ base: apiRoot, transport, credentials })),
    ),
  )
  const http = createHttp({ base: apiRoot, transport, credentials: session.credentials })
  const profile = () => http.get(paths.profile, { schema: Profile })
  /** The last refresh has let go of its lock: one that begins before takes it for another tab’s, and looks out for a second. */
  const refreshed = () => withLock('damson-refresh', async () => undefined)

  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await refreshed()
    interfere = null
    ada = await shop.signUp()
    const login = await shop.call('POST', paths.login, { body: { email: ada.email, password: ada.password } })
    session.start(v.parse(LoginAnswer, login.body))
    asked.length = 0
  })

  it('parallel calls with an expired token share one refresh and are repeated once', async () => {
    local.set(storageKeys.access, 'an-expired-token')
    const answers = await Promise.all(Array.from({ length: 20 }, profile))
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(asked.filter((path) => path === paths.refreshToken)).toHaveLength(1)
  })

  it('a change begun by one customer is not sent as another who has signed in since, and ends nothing of theirs', async () => {
    const bo = await shop.signUp({ first_name: 'Bo' })
    const login = await shop.call('POST', paths.login, { body: { email: bo.email, password: bo.password } })
    // Ada's session ends during her call, and Bo signs in, as in another tab.
    await ada.call('POST', paths.logout, { body: { refresh: local.get(storageKeys.refresh) } })
    const change = http.patch(paths.profile, { schema: Profile, body: { first_name: 'Ada again' } })
    session.start(v.parse(LoginAnswer, login.body))
    expect(await change).toMatchObject({ status: 401, body: null })
    expect(session.state().user?.email).toBe(bo.email)
    expect((await profile()).body).toMatchObject({ first_name: 'Bo' })
  })

  it.each([
    ['no answer', () => Promise.reject(new TypeError('connection reset'))],
    ['a 500', answering(500, '{"message":"Something Went Wrong!"}')],
    ['a 502 of a proxy', answering(502, '<html>Bad gateway</html>', 'text/html')],
    ['a 429', answering(429, '{"message":"Too many attempts","code":"too_many_requests"}')],
    ['a portal’s HTML', answering(200, '<html>Wi-Fi</html>', 'text/html')],
    ['a portal’s 403 page', answering(403, '<html>Wi-Fi</html>', 'text/html')],
  ] satisfies [string, Transport][])('%s to a refresh is not a sign-out', async (_name, trouble) => {
    local.set(storageKeys.access, 'an-expired-token')
    interfere = trouble
    const answer = await profile()
    // If it were called expired, the session would be taken to have ended.
    expect(answer.error?.isUnanswered).toBe(true)
    expect(session.state().isAuthenticated).toBe(true)
    expect(local.get(storageKeys.refresh)).not.toBeNull()
  })

  it('a refused refresh signs out and forgets the customer', async () => {
    local.set(storageKeys.access, 'an-expired-token')
    local.set(storageKeys.refresh, 'a-refresh-token-nobody-gave')
    await profile()
    expect(session.state()).toEqual({ user: null, isAuthenticated: false })
    expect(local.get(storageKeys.user)).toBeNull()
  })

  it('the check at start keeps a good session and says Session expired of a dead one', async () => {
    expect(await session.check()).toBeNull()
    local.set(storageKeys.access, 'an-expired-token')
    expect(await session.check()).toBeNull()
    await refreshed()
    local.set(storageKeys.access, 'an-expired-token')
    local.set(storageKeys.refresh, 'a-refresh-token-nobody-gave')
    expect(await session.check()).toBe('Session expired')
    expect(await session.check()).toBe('No token found')
  })

  it('signing out ends the session on the server, and here whatever the server says', async () => {
    const refresh = local.get(storageKeys.refresh)
    await session.logout()
    expect(session.state().isAuthenticated).toBe(false)
    expect((await shop.call('POST', paths.refreshToken, { body: { refresh } })).status).toBe(401)
  })
})

describe('a card is judged by the server’s clock, not by a phone’s that is wrong', () => {
  const card = { name: 'Ada Quince', card_number: '4242424242424242', cvv: '123' }
  const years = 365 * 24 * 3_600_000
  const told = new Date('2026-11-26T11:00:00Z')
  const signedIn: Credentials = { accessToken: () => 'a token', renew: async () => 'refused' }
  const dated =
    (caching: string): Transport =>
    async () =>
      Response.json({}, { headers: { date: told.toUTCString(), 'cache-control': caching } })
  const kept = 'public, max-age=15, stale-while-revalidate=150'

  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => {
    vi.useRealTimers()
    learnServerTime(null)
  })

  it.each([
    ['three years ahead', 3 * years],
    ['at its very beginning', -told.getTime()],
    ['right', 0],
  ])('%s', async (_name, wrong) => {
    vi.setSystemTime(told.getTime() + wrong)
    await over(dated('no-store'), signedIn).get('x/', { schema: anything })
    expect(serverNow()).toEqual(told)
    expect(v.is(CardPayment, { ...card, expiry: '12/28' })).toBe(true)
    expect(v.is(CardPayment, { ...card, expiry: '10/26' })).toBe(false)
  })

  it('nothing is learnt from what a cache may have kept, nor where no time is told', async () => {
    vi.setSystemTime(told.getTime() + years)
    await over(dated(kept)).get('x/', { schema: anything })
    expect(serverNow()).toEqual(new Date())
    await over(dated(kept), signedIn).get('x/', { schema: anything })
    expect(serverNow()).toEqual(new Date())
    await over(answering(200, '{}'), signedIn).get('x/', { schema: anything })
    expect(serverNow()).toEqual(new Date())
  })
})
