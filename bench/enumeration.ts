import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { linksIn } from '../e2e/support/mails.ts'
import { openOwnShop } from '../e2e/support/release.ts'
import { median } from './figures.ts'

// `npm run bench:enumeration`: whether response times tell who is a customer. Calls about an existing account and about
// a missing one go alternately to a shop of its own, one at a time, over a real connection.
const samples = 200
/** The medians may differ by so many milliseconds, or by this part of the longer one. */
const most = { milliseconds: 5, part: 0.05 }
/** Below this it would be no accident that the one kind is slower than the other. */
const leastLikely = 0.01

const password = 'plum-stone-7'
const person = (email: string) => ({
  first_name: 'Ada',
  last_name: 'Quince',
  email,
  contact_no: '02079460123',
  password,
  confirm_password: password,
  agreed: true,
})
const nobody = () => `nobody-${randomUUID()}@example.com`

/** What is asked about a customer, with a reset token that they have used up, and the same about nobody. */
type Question = { path: string; known: (email: string, token: string) => object; unknown: () => object }

const questions: Record<string, Question> = {
  'a refused login': {
    path: paths.login,
    known: (email) => ({ email, password: 'not-the-password' }),
    unknown: () => ({ email: nobody(), password: 'not-the-password' }),
  },
  'asking for a reset link': {
    path: paths.forgotPassword,
    known: (email) => ({ email }),
    unknown: () => ({ email: nobody() }),
  },
  'signing up': { path: paths.register, known: person, unknown: () => person(nobody()) },
  'an invalid reset token': {
    path: paths.checkPasswordToken,
    known: (_email, token) => ({ token }),
    unknown: () => ({ token: randomUUID().replaceAll('-', '').padEnd(43, 'x') }),
  },
}

/**
 * Mann-Whitney: how likely two samples of one distribution are to be at least this far apart. Uses the normal
 * approximation, which is good from 20 each.
 */
function likelihood(ones: readonly number[], others: readonly number[]): number {
  const ranked = [
    ...ones.map((value) => ({ value, isOne: true })),
    ...others.map((value) => ({ value, isOne: false })),
  ]
    .toSorted((a, b) => a.value - b.value)
    .map(({ isOne }, at) => ({ isOne, rank: at + 1 }))
  const ranks = ranked.filter(({ isOne }) => isOne).reduce((sum, { rank }) => sum + rank, 0)
  const [n, m] = [ones.length, others.length]
  const u = ranks - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(z))
}

/** The normal distribution up to `z` (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const sum = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429].reduceRight(
    (rest, factor) => (rest + factor) * t,
    0,
  )
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}

const shop = await openOwnShop()
try {
  const ask = async (path: string, body: object): Promise<{ took: number; said: string }> => {
    const begun = performance.now()
    const answer = await fetch(shop.origin + apiRoot + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    return {
      took: performance.now() - begun,
      said: `${answer.status} ${text.replaceAll(/"(id|email)":"[^"]+"/g, '')}`,
    }
  }
  const email = `ada-${randomUUID()}@example.com`
  await ask(paths.register, person(email))
  await ask(paths.forgotPassword, { email })
  const link = '/reset-password?token='
  while (linksIn(shop.outbox, email, link).length === 0) await pause(50)
  const token = linksIn(shop.outbox, email, link)[0]?.slice(link.length) ?? ''
  const reset = { token, new_password: password, confirm_password: password }
  const { said: done } = await ask(paths.resetPassword, reset)
  if (!done.startsWith('200')) throw new Error(`The password could not be reset: ${done}`)

  for (const [name, { path, known, unknown }] of Object.entries(questions)) {
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const said = new Set<string>()
    for (let sample = -10; sample < samples; sample++) {
      for (const [which, body] of [
        ['known', known(email, token)],
        ['unknown', unknown()],
      ] as const) {
        const answer = await ask(path, body)
        said.add(answer.said)
        // The first few warm the server.
        if (sample >= 0) took[which].push(answer.took)
      }
    }
    const [one, other] = [median(took.known), median(took.unknown)]
    const apart = Math.abs(one - other)
    const likely = likelihood(took.known, took.unknown)
    const isAlike = apart <= most.milliseconds || apart <= most.part * Math.max(one, other)
    const isKept = isAlike && likely > leastLikely && said.size === 1
    if (!isKept) process.exitCode = 1
    console.log(
      `${isKept ? 'kept  ' : 'MISSED'} medians ${one.toFixed(2)} and ${other.toFixed(2)} ms, p = ${likely.toFixed(3)}, ${said.size} kind(s) of answer (${samples} each; promised ${most.milliseconds} ms or ${most.part * 100} %, p > ${leastLikely}, 1 kind)  ${name}`,
    )
  }
} finally {
  await shop.forget()
}
console.log(`machine's load average over one minute: ${loadavg()[0]?.toFixed(2)}`)
