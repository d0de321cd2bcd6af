import { spawnSync } from 'node:child_process'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { passwordHasher } from '#server/auth/passwords.ts'
import { tally } from '#server/metrics/tally.ts'

const here = '192.0.2.1'

test('a flood of logins is refused beyond two at work and fifty waiting', async () => {
  const passwords = passwordHasher()
  const check = () => passwords.inTurn(here, (verify) => verify('plum-stone-7', null))
  const checks = Array.from({ length: 60 }, check)
  expect(tally.hashes).toEqual({ atWork: 2, waiting: 50 })
  const answers = await Promise.allSettled(checks)
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(52)
  expect(answers.slice(52).map((answer) => answer.status)).toEqual(Array(8).fill('rejected'))
})

test('of a flood of one network as many are refused as others come, whose turn is next', async () => {
  const passwords = passwordHasher()
  const begun: string[] = []
  const check = (ip: string) =>
    passwords.inTurn(ip, (verify) => {
      begun.push(ip)
      return verify('plum-stone-7', null)
    })
  const flood = Promise.allSettled(
    Array.from({ length: 52 }, (_, index) => check(`2001:db8:0:${index + 1}::1`)),
  )
  expect(() => passwords.makeSureOfRoom('2001:db8:0:ffff::1')).toThrow('very busy')
  expect(() => passwords.makeSureOfRoom('2001:db8:1::1')).not.toThrow()
  await Promise.all([check('2001:db8:1::1'), check('198.51.100.7')])
  expect(begun.slice(0, 5)).toEqual([
    '2001:db8:0:1::1',
    '2001:db8:0:2::1',
    '2001:db8:0:3::1',
    '2001:db8:1::1',
    '198.51.100.7',
  ])
  expect((await flood).map(({ status }) => status)).toEqual([
    ...Array(50).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ])
})

test('a hash fits its password and no other, and no hash fits none', async () => {
  const passwords = passwordHasher()
  const check = (password: string, stored: string | null) =>
    passwords.inTurn(here, (verify) => verify(password, stored))
  const stored = await passwords.hash(here, 'plum-stone-7')
  expect(await check('plum-stone-7', stored)).toBe(true)
  expect(await check('plum-stone-8', stored)).toBe(false)
  expect(await check('plum-stone-7', null)).toBe(false)
  expect(await passwords.hash(here, 'plum-stone-7')).not.toBe(stored)
})

/**
 * Five hashes at once in a program that is this much nicer than usual; gives how nice each of its threads is, and
 * whether it gets only what time is left (SCHED_IDLE).
 */
function threadsAt(nice: number) {
  const program = `
    import { readFileSync, readdirSync } from 'node:fs'
    import { passwordHasher } from '#server/auth/passwords.ts'
    const passwords = passwordHasher()
    await Promise.all(Array.from({ length: 5 }, () => passwords.hash('192.0.2.1', 'plum-stone-7')))
    const threads = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/stat', 'utf8'))
    const told = threads.map((stat) => stat.split(') ')[1].split(' '))
    console.log(JSON.stringify(told.map((about) => ({ nice: Number(about[16]), isIdle: about[38] === '5' }))))`
  const run = ['-n', String(nice), process.execPath, '--eval', program]
  const { stdout, stderr } = spawnSync('nice', run, { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return v.parse(v.array(v.object({ nice: v.number(), isIdle: v.boolean() })), JSON.parse(stdout))
}

test.runIf(process.platform === 'linux').each([0, 17])(
  'two threads hash, which yield to all others, and one of them in everything, of a shop that itself yields by %i, too',
  (by) => {
    const threads = threadsAt(by)
    const usual = Math.min(...threads.map(({ nice }) => nice))
    expect(usual).toBeGreaterThanOrEqual(by)
    const yielding = threads.filter(({ nice }) => nice > usual)
    expect(yielding.map(({ nice }) => nice)).toEqual(Array(2).fill(Math.min(usual + 5, 19)))
    const isPossible = spawnSync('chrt', ['--version']).error === undefined
    expect(yielding.filter(({ isIdle }) => isIdle)).toHaveLength(isPossible ? 1 : 0)
  },
)
