import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { apiRoot } from '#contract/apiRoot.ts'
import { ProductPage } from '#contract/catalogue.ts'
import { largestPageSize } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import type { Buyer } from '#tests/server/crashes/crowd.ts'
import { type Program, startServer } from '#tests/support/program.ts'
import { ask, askAtRate, askUntil, connections } from './asking.ts'
import { type BusyShop, type Engine, openBusyShop } from './busyShop.ts'
import { buyAll } from './buying.ts'
import { median, tell } from './figures.ts'
import { type Paths, anotherList } from './lists.ts'
import { overload, rushOfCheckouts, rushOfLists } from './overload.ts'
import { watchProcessors } from './processors.ts'

// `npm run bench:throughput [-- embedded | postgres] [-- --soak]`: what the server carries, as ratios to a bare Fastify
// answer measured before and after in the same run, with 20 connections. `--soak` adds ten minutes at half the peak
// rate of lists.
const seconds = 6
const turns = 9
const soakSeconds = 600
const soakTurn = 10
/** Ratios to the bare answer, milliseconds, shares and megabytes that are promised. */
const promised = {
  page: 0.5,
  kept: 0.6,
  list: { embedded: 0.035, postgres: 0.1 },
  detail: { embedded: 0.05, postgres: 0.2 },
  checkout: { embedded: 0.01, postgres: 0.015 },
  heldUp: 200,
  memory: 512,
}
/** Orders before those that are measured: as for lists, what counts is a server that has been at it for a while. */
const firstOrders = 1_000
/** In each of their turns. */
const checkouts = 1_000
const checkoutTurns = 5
const crowdSize = 400
const rushBuyers = 10_000

const listPath = `${apiRoot}${paths.products}?page=1`
const detailPath = `${apiRoot}${paths.product('oval-sapphire-halo-ring')}`
/** Each piece in turn. */
const anotherDetail =
  (slugs: readonly string[]): Paths =>
  (call) =>
    `${apiRoot}${paths.product(slugs[call % slugs.length] ?? '')}?${call}`

/** The slugs of all pieces. */
async function slugsOf(server: string) {
  const slugs: string[] = []
  for (let page = 1; ; page += 1) {
    const answer = await fetch(
      `${server}${apiRoot}${paths.products}?sort_by=newest&page=${page}&page_size=${largestPageSize}`,
    )
    const { count, results } = v.parse(ProductPage, await answer.json())
    slugs.push(...results.data.map(({ slug }) => slug))
    if (slugs.length >= count) return slugs
  }
}

const words = process.argv.slice(2)
const chosen = (['postgres', 'embedded'] as const).filter((engine) => words.includes(engine))
const engines: readonly Engine[] = chosen.length > 0 ? chosen : ['postgres', 'embedded']

const carriedBare = (bare: string) => ask({ server: bare, pathOf: () => '/', connections, seconds: 2 })

/**
 * In short turns, ours between two of the bare server's: other load on the machine comes and goes within seconds and
 * halves whatever it meets, so longer turns, one after the other, would not be of the same machine.
 */
async function compare(bare: string, what: string, server: string, pathOf: Paths, least: number) {
  await ask({ server, pathOf, connections, seconds: 2 })
  await ask({ server: bare, pathOf: () => '/', connections, seconds: 1 })
  const turnOf = (asked: string, paths: Paths) =>
    ask({ server: asked, pathOf: paths, connections, seconds: 1 })
  const bares = [(await turnOf(bare, () => '/')).rate]
  const ours: { rate: number; p99: number; ratio: number }[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const own = await turnOf(server, pathOf)
    const [before = 0, after] = [bares.at(-1), (await turnOf(bare, () => '/')).rate]
    bares.push(after)
    ours.push({ ...own, ratio: own.rate / ((before + after) / 2) })
  }
  const ratios = ours.map(({ ratio }) => ratio)
  const [ratio, rate] = [median(ratios), median(ours.map((turn) => turn.rate))]
  tell(
    ratio >= least,
    `${ratio.toFixed(3)} of bare (promised ${least})  ${what}: ${rate.toFixed(0)} a second, p99 ${median(ours.map(({ p99 }) => p99)).toFixed(0)} ms; bare ${median(bares).toFixed(0)}; medians of ${turns} turns, ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
  )
}

async function compareCheckouts(bare: string, engine: Engine, shop: BusyShop, buyers: readonly Buyer[]) {
  await buyAll(shop.address, buyers.slice(0, firstOrders), connections)
  await shop.mailed(firstOrders)
  const bares = [(await carriedBare(bare)).rate]
  const ours: { rate: number; ratio: number }[] = []
  for (let from = firstOrders; from < buyers.length; from += checkouts) {
    const rate = await buyAll(shop.address, buyers.slice(from, from + checkouts), connections)
    await shop.mailed(Math.min(from + checkouts, buyers.length))
    const [before = 0, after] = [bares.at(-1), (await carriedBare(bare)).rate]
    bares.push(after)
    ours.push({ rate, ratio: rate / ((before + after) / 2) })
  }
  const ratios = ours.map(({ ratio }) => ratio)
  const ratio = median(ratios)
  const least = promised.checkout[engine]
  tell(
    ratio >= least,
    `${ratio.toFixed(4)} of bare (promised ${least})  checkout, ${checkouts} orders a turn: ${median(ours.map(({ rate }) => rate)).toFixed(0)} a second; medians of ${ours.length} turns, ${Math.min(...ratios).toFixed(4)} to ${Math.max(...ratios).toFixed(4)}`,
  )
}

/** The longest that anybody waits for an uncached list, asked for one after the other beside 400 checkouts. */
async function holdUp(server: string, buyers: readonly Buyer[]) {
  let checkoutsTook = 0
  const buying = async () => {
    await pause(1_000)
    const begun = performance.now()
    await buyAll(server, buyers, buyers.length)
    checkoutsTook = performance.now() - begun
  }
  const took = await askUntil({ server, pathOf: anotherList, until: buying() })
  const longest = Math.max(...took)
  tell(
    longest <= promised.heldUp,
    `${longest.toFixed(0)} ms at most for one of ${took.length} lists (promised ${promised.heldUp})  beside ${buyers.length} checkouts at once, which took ${checkoutsTook.toFixed(0)} ms`,
  )
}

/** What the peak of lists takes of the machine, asker included: what twice as much has to do with. */
async function tellOfPeak({ address: server, program }: BusyShop) {
  const used = watchProcessors(program)
  const { rate } = await ask({ server, pathOf: anotherList, connections, seconds })
  console.log(`       ${rate.toFixed(0)} lists a second: ${used()}`)
}

const megabytes = ({ child }: Program) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024

/** On a server of its own, as soon as its peak of lists is known. */
async function soak(engine: Engine) {
  const shop = await openBusyShop(engine, 0)
  try {
    await ask({ server: shop.address, pathOf: anotherList, connections, seconds: 2 })
    const { rate } = await ask({ server: shop.address, pathOf: anotherList, connections, seconds })
    await tellOfHalf(shop, rate)
  } finally {
    await shop.close()
  }
}

async function tellOfHalf({ program, address: server }: BusyShop, peak: number) {
  const used: number[] = []
  const reading = setInterval(() => used.push(megabytes(program)), 5_000)
  const statuses = new Map<number, number>()
  const rate = Math.round(peak / 2)
  for (let past = 0; past < soakSeconds; past += soakTurn) {
    // No call of one turn is the same as one of another.
    const pathOf: Paths = (call) => anotherList(call + past * rate)
    const { answers } = await askAtRate({
      server,
      call: (line, number) => line.ask(pathOf(number)),
      connections,
      seconds: soakTurn,
      rate,
    })
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  clearInterval(reading)
  const third = Math.floor(used.length / 3)
  const mean = (figures: number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length
  const [middle, last] = [mean(used.slice(third, 2 * third)), mean(used.slice(2 * third))]
  const all = [...statuses].map(([status, count]) => `${count} of ${status}`).join(', ')
  tell(
    Math.max(...used) <= promised.memory && last <= middle * 1.1 && [...statuses.keys()].join() === '200',
    `${Math.max(...used).toFixed(0)} MB at most (promised ${promised.memory} and flat)  ${soakSeconds} s at half load, ${rate} lists a second: ${all}; mean of the second third ${middle.toFixed(0)} MB, of the last ${last.toFixed(0)} MB`,
  )
}

const busy = () => loadavg()[0]?.toFixed(2)
const before = busy()
const bareProgram = startServer({}, 'bench/bareServer.ts')
try {
  const bare = await bareProgram.opened
  for (const engine of engines) {
    console.log(`on ${engine}`)
    const shop = await openBusyShop(engine, crowdSize + firstOrders + checkoutTurns * checkouts + rushBuyers)
    try {
      const { address } = shop
      if (engine === engines[0]) {
        await compare(bare, 'home, from the page cache', address, () => '/', promised.page)
        await compare(bare, 'list, from the cache', address, () => listPath, promised.kept)
        await compare(bare, 'detail, from the cache', address, () => detailPath, promised.kept)
      }
      await compare(bare, 'list', address, anotherList, promised.list[engine])
      await compare(bare, 'detail', address, anotherDetail(await slugsOf(address)), promised.detail[engine])
      const measured = shop.buyers.slice(crowdSize, -rushBuyers)
      await compareCheckouts(bare, engine, shop, measured)
      await holdUp(address, shop.buyers.slice(0, crowdSize))
      await shop.mailed(crowdSize + measured.length)
      await tellOfPeak(shop)
      await overload(shop, 'lists', rushOfLists(shop.address))
      await overload(shop, 'checkouts', rushOfCheckouts(address, shop.buyers.slice(-rushBuyers)))
    } finally {
      await shop.close()
    }
    if (words.includes('--soak')) await soak(engine)
  }
} finally {
  bareProgram.child.kill()
}
console.log(`machine's load average over one minute: ${before} before, ${busy()} after`)
