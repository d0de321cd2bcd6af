import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openOwnShop } from '../e2e/support/release.ts'
import { askUntil } from './asking.ts'
import { percentile } from './figures.ts'
import { anotherList } from './lists.ts'

// `npm run bench:flood`: whether a flood of logins, each of which costs a password hash, leaves the catalogue usable.
// Uncached lists are requested one after another, first on an idle shop and then beside 200 logins at a time for ten
// seconds, alternately, because a machine is not equally busy all the time.
const logins = 200
const seconds = 10
const turns = 3
/** How many times as long the slowest of a hundred lists may take. */
const promised = 3

const shop = await openOwnShop()
const busy = () => loadavg()[0]?.toFixed(2)
const before = busy()

/** As many as a busy shop has, and not as many as could be asked for. */
const between = 10
let asked = 0

const askForLists = (until: Promise<unknown>) =>
  askUntil({ server: shop.origin, pathOf: () => anotherList((asked += 1)), until, between })

/**
 * Ten seconds of the flood, in a process of its own; returns how many calls got which answer.
 * @throws if no password was checked: a flood that is refused whole is none
 */
async function flood(): Promise<string> {
  const flooder = join(import.meta.dirname, 'flooder.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    flooder,
    String(shop.port),
    String(logins),
    String(seconds),
  ])
  if (!stdout.includes('answered 401')) throw new Error(`No password was checked: ${stdout}`)
  return stdout.trim()
}

try {
  await askForLists(pause(3_000))
  const quiet: number[] = []
  const flooded: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    quiet.push(...(await askForLists(pause(seconds * 1_000))))
    const flooding = flood()
    flooded.push(...(await askForLists(flooding)))
    console.log(`       logins: ${await flooding}`)
  }
  const times = percentile(flooded, 0.99) / percentile(quiet, 0.99)
  const isKept = times <= promised
  if (!isKept) process.exitCode = 1
  const told = (figures: number[]) =>
    `${figures.length} lists p50 ${percentile(figures, 0.5).toFixed(1)} ms, p99 ${percentile(figures, 0.99).toFixed(1)} ms`
  console.log(
    `${isKept ? 'kept  ' : 'MISSED'} ${times.toFixed(1)} times  (promised ${promised}; during the flood ${told(flooded)}; without it ${told(quiet)})`,
  )
} finally {
  await shop.forget()
}
console.log(`machine's load average over one minute: ${before} before, ${busy()} after`)
