import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { hash, verify } from '#server/auth/hashing.ts'
import { customers, email_tokens } from '#server/db/schema/customers.ts'
import { mails } from '#server/db/schema/jobs.ts'
import { type Reply, type Shop, openShop } from '#tests/support/shop.ts'

// The real functions, counted.
vi.mock('#server/auth/hashing.ts', { spy: true })

let shop: Shop
let email: string
beforeAll(async () => {
  shop = await openShop({ hashes: 'real' })
  email = (await shop.signUp()).email
})
beforeEach(() => vi.clearAllMocks())
afterAll(() => shop.close())

const samples = 8
const nobody = (sample: number) => `nobody-${sample}@example.com`
const person = (address: string) => ({
  first_name: 'Tom',
  last_name: 'Wren',
  email: address,
  contact_no: '02079460123',
  password: 'plum-stone-7',
  confirm_password: 'plum-stone-7',
  agreed: true,
})

/** All of an answer by which a stranger could tell it from another, except what repeats the caller's own input. */
function told({ status, body, headers }: Reply, address: string): string {
  const { 'x-request-id': _id, date: _date, ...others } = headers
  const text = JSON.stringify({ status, body, others })
  return text.replaceAll(address, 'ADDRESS').replaceAll(/"id":"[^"]+"/g, '"id":"ID"')
}

const calls: [string, string, (address: string) => object][] = [
  ['a refused login', paths.login, (address) => ({ email: address, password: 'not-the-password' })],
  ['asking for a reset link', paths.forgotPassword, (address) => ({ email: address })],
  ['signing up', paths.register, person],
  ['the newsletter', paths.newsletter, (address) => ({ email: address })],
]

describe('nobody learns who is a customer', () => {
  test.each(calls)('from what %s answers, asked by turns', async (_name, path, body) => {
    const ofKnown = new Set<string>()
    const ofUnknown = new Set<string>()
    for (let sample = 0; sample < samples; sample++) {
      const unknown = nobody(sample).padStart(email.length, 'x')
      ofKnown.add(told(await shop.call('POST', path, { body: body(email) }), email))
      ofUnknown.add(told(await shop.call('POST', path, { body: body(unknown) }), unknown))
    }
    // Signing up with a free address makes it known, and is answered in the same way all the same.
    expect([...ofUnknown]).toEqual([...ofKnown])
    expect(ofKnown.size).toBe(1)
  })

  test('from whether a reset token was ever somebody’s', async () => {
    await shop.call('POST', paths.forgotPassword, { body: { email } })
    const sent = await shop.db.select().from(mails).where(eq(mails.to_address, email)).orderBy(mails.id)
    const token = sent
      .map(({ text }) => /reset-password\?token=([\w-]{43})/.exec(text)?.[1])
      .findLast(Boolean)
    expect(await shop.call('POST', paths.checkPasswordToken, { body: { token } })).toMatchObject({
      status: 200,
    })
    await shop.db.update(email_tokens).set({ expires_at: new Date(0) })
    const answers = await Promise.all(
      [token, 'A'.repeat(43), 'none', ''].map((one) =>
        shop.call('POST', paths.checkPasswordToken, { body: { token: one } }),
      ),
    )
    expect(new Set(answers.map((answer) => told(answer, email))).size).toBe(1)
    expect(answers[0]?.status).toBe(400)
  })
})

describe('nor from how long it takes, because the same costly work is done either way', () => {
  const hashes = () => vi.mocked(verify).mock.calls.length + vi.mocked(hash).mock.calls.length
  const costOf = async (path: string, body: object) => {
    const before = hashes()
    await shop.call('POST', path, { body })
    return hashes() - before
  }
  const login = (address: string) => costOf(paths.login, { email: address, password: 'not-the-password' })

  test('a login checks one hash, whether or not there is an account, a password, or somebody let in', async () => {
    const [byProvider, blocked] = [(await shop.signUp()).email, (await shop.signUp()).email]
    await shop.db.update(customers).set({ password_hash: null }).where(eq(customers.email, byProvider))
    await shop.db.update(customers).set({ blocked_at: new Date() }).where(eq(customers.email, blocked))
    for (const address of [email, nobody(100), byProvider, blocked]) expect(await login(address)).toBe(1)
    expect(await costOf(paths.login, { email, password: 'plum-stone-7' })).toBe(1)
    // The stand-in hash for nobody costs as much as a customer's.
    const costs = new Set(
      vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(1, 4).join('$')),
    )
    expect([...costs]).toEqual([expect.stringMatching(/^argon2id\$v=19\$m=\d+,t=\d+,p=1$/)])
  })

  test('signing up makes one hash, whether or not the address is taken', async () => {
    expect(await costOf(paths.register, person(nobody(200)))).toBe(1)
    expect(await costOf(paths.register, person(email))).toBe(1)
  })

  test('asking for a reset link makes none, and is answered at the end of a step of 200 milliseconds', async () => {
    for (const address of [email, nobody(300)]) {
      const begun = performance.now()
      expect(await costOf(paths.forgotPassword, { email: address })).toBe(0)
      // Never before: nothing that was found out within the step can be measured.
      expect(performance.now() - begun).toBeGreaterThan(195)
    }
  })
})
