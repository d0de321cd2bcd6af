import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { openOwnShop } from '../e2e/support/release.ts'

// `npm run bench:flood`: whether a flood of logins, each of which costs a password hash, leaves the catalogue to the
// others. Lists are asked for one after the other, first in peace and then while so many logins are always under way.
const logins = 200
const seconds = 10
/** How many times as long the slowest of a hundred lists may take. */
const promised = 3

const shop = await openOwnShop()
const busy = () => loadavg()[0]?.toFixed(2)
const before = busy()

async function askForLists(until: () => boolean): Promise<number[]> {
  const took: number[] = []
  while (!until()) {
    const begun = performance.now()
    const answer = await fetch(`${shop.origin}${apiRoot}${paths.products}?page=1`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`A list was answered with ${answer.status}`)
    took.push(performance.now() - begun)
    // As many as a busy shop has, and not as many as this loop could ask for.
    await pause(10)
  }
  return took
}

const statuses = new Map<number, number>()
async function logIn(until: () => boolean): Promise<void> {
  while (!until()) {
    const answer = await fetch(shop.origin + apiRoot + paths.login, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `nobody-${randomUUID()}@example.com`, password: 'plum-stone-7' }),
    })
    await answer.arrayBuffer()
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    // Who is refused comes back as fast as an impatient program does.
    if (answer.status !== 401) await pause(100)
  }
}

const within = (time: number) => {
  const end = Date.now() + time * 1_000
  return () => Date.now() > end
}
const p99 = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * 0.99)] ?? Number.NaN

try {
  await askForLists(within(3))
  const quiet = await askForLists(within(seconds))
  const isOver = within(seconds)
  const [flooded] = await Promise.all([
    askForLists(isOver),
    ...Array.from({ length: logins }, () => logIn(isOver)),
  ])
  const times = p99(flooded) / p99(quiet)
  const isKept = times <= promised
  if (!isKept) process.exitCode = 1
  console.log(
    `${isKept ? 'kept  ' : 'MISSED'} ${times.toFixed(1)} times  (p99 of ${flooded.length} lists ${p99(flooded).toFixed(1)} ms, of ${quiet.length} in peace ${p99(quiet).toFixed(1)} ms; promised ${promised} times)`,
  )
  const counted = [...statuses].map(([status, count]) => `${count} answered ${status}`).join(', ')
  console.log(`logins: ${counted}`)
} finally {
  await shop.forget()
}
console.log(`load of the machine, one minute's mean: ${before} before, ${busy()} after`)
