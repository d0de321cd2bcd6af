import type { Page } from 'playwright'
import { makeEdge } from './edge.ts'
import { median, report } from './figures.ts'
import { type Bench, measure, openPage, settled, workerDone } from './measuring.ts'
import { openSlowLine } from './slowLine.ts'
import { openSmallestPage } from './smallestPage.ts'
import { untilPainted } from './tapping.ts'

// `npm run bench:pages`: a first visit, a second visit and a tap in a list as a phone sees them, alternating with a
// minimal page: processor slowed four times, HTTP/2 and TLS, 150 ms a round trip, 1.6 Mbit/s.
const rounds = 5
const slower = 4
const line = { roundTrip: 150, down: 1600, up: 750 }
/** The list, and the piece that is opened from it and visited by itself. */
const list = '/products/rings'

type Visit = { largest: number; blocked: number; moved: number }
type Seen = { first: Visit; second: Visit; tap?: { heading: number; pictures: number } }

/** What the browser noted of this page so far: its largest paint (ms), what blocked it after the first one (ms), and what moved. */
function read(page: Page): Promise<Visit> {
  return page.evaluate(async () => {
    const noted = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((entries) => resolve(entries.getEntries())).observe({ type, buffered: true })
        setTimeout(resolve, 500, [])
      })
    const numberOf = (entry: object, name: string) => {
      const value: unknown = Reflect.get(entry, name)
      return typeof value === 'number' ? value : 0
    }
    const [paints, tasks, shifts] = await Promise.all([
      noted('largest-contentful-paint'),
      noted('longtask'),
      noted('layout-shift'),
    ])
    const [first] = performance.getEntriesByName('first-contentful-paint')
    const largest = paints.at(-1)
    if (first === undefined || largest === undefined) throw new Error('Nothing was painted')
    return {
      largest: largest.startTime,
      blocked: tasks
        .filter(({ startTime, duration }) => startTime + duration > first.startTime)
        .reduce((sum, { duration }) => sum + duration - 50, 0),
      moved: shifts.reduce((sum, shift) => sum + numberOf(shift, 'value'), 0),
    }
  })
}

async function tapFirstPiece(page: Page) {
  const card = page.getByRole('main').getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  await card.scrollIntoViewIfNeeded()
  await settled(page)
  const painted = untilPainted(page, name)
  await card.getByRole('link').first().tap()
  return painted
}

/** A visitor with a line of their own to the edge at this port: visits, and comes back in another tab. */
async function see({ visit }: Bench, edgePort: number, path: string): Promise<Seen> {
  const { port, close } = await openSlowLine(edgePort, line)
  const page = await visit({ baseURL: `https://127.0.0.1:${port}` }, slower, true)
  const context = page.context()
  await page.goto(path)
  await settled(page, 1500)
  await workerDone(page)
  const first = await read(page)
  const tap = path === list ? await tapFirstPiece(page) : undefined
  await settled(page)
  await page.close()
  const again = await openPage(context, slower, true)
  await again.goto(path)
  await settled(again, 1500)
  const second = await read(again)
  await context.close()
  close()
  return { first, second, ...(tap && { tap }) }
}

/** The address of the first piece of the list, and of a picture of it that weighs some 40 kB. */
async function firstPiece(shopPort: number) {
  const shop = `http://127.0.0.1:${shopPort}`
  const html = await (await fetch(`${shop}${list}`)).text()
  const slug = /href="\/products\/([a-z]+-[\w-]+)"/.exec(html)?.[1]
  if (slug === undefined) throw new Error('The list has no piece')
  return { path: `/products/${slug}`, picture: `${shop}/pictures/rings/${slug}-1?w=1280` }
}

const edge = makeEdge()
await measure(
  async (bench) => {
    const piece = await firstPiece(bench.shopPort)
    const smallest = await openSmallestPage(piece.picture)
    console.log(
      `The smallest page: ${smallest.sizes.html} bytes and a picture of ${smallest.sizes.picture} bytes.`,
    )
    const [shopEdge, smallestEdge] = [await edge.open(bench.shopPort), await edge.open(smallest.port)]
    const pages = [
      { name: 'smallest', port: smallestEdge.port, path: '/', seen: [] as Seen[] },
      { name: 'piece', port: shopEdge.port, path: piece.path, seen: [] as Seen[] },
      { name: 'list', port: shopEdge.port, path: list, seen: [] as Seen[] },
      { name: 'home', port: shopEdge.port, path: '/', seen: [] as Seen[] },
    ]
    // The first round makes the pictures and warms the server. There and back again, so that all meet the same machine.
    for (let round = -1; round < rounds; round++)
      for (const { port, path, seen } of round % 2 === 0 ? pages : pages.toReversed()) {
        const what = await see(bench, port, path)
        if (round >= 0) seen.push(what)
      }

    for (const { name, seen } of pages)
      console.log(
        `${name}: largest paint ${median(seen.map(({ first }) => first.largest)).toFixed(0)} ms, second visit ${median(seen.map(({ second }) => second.largest)).toFixed(0)} ms`,
      )
    const floor = pages[0]?.seen ?? []
    /** As multiples of what the smallest page took in the same round. */
    const toFloor = (seen: Seen[], of: (what: Seen) => number) => {
      const least = floor.map(of)
      return seen.map((what, round) => of(what) / (least[round] ?? Number.NaN))
    }
    for (const { name, seen } of pages.slice(1)) {
      const firsts = seen.map(({ first }) => first)
      const taps = seen.flatMap(({ tap }) => tap ?? [])
      const figures: [string, number[], number, string][] = [
        ['largest paint', toFloor(seen, ({ first }) => first.largest), 1.15, 'times'],
        ['second visit', toFloor(seen, ({ second }) => second.largest), 0.5, 'times'],
        ['blocked', firsts.map(({ blocked }) => blocked), 60, 'ms'],
        ['moved', firsts.map(({ moved }) => moved), 0.02, ''],
        ['tap to heading', taps.map(({ heading }) => heading), 120, 'ms'],
        ['tap to pictures', taps.map(({ pictures }) => pictures), 200, 'ms'],
      ]
      for (const [what, measured, promised, unit] of figures)
        if (measured.length > 0) report(`${name}: ${what}`, measured, promised, unit)
    }
    for (const server of [shopEdge, smallestEdge, smallest]) server.close()
  },
  [edge.trust],
)
