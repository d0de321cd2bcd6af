import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { apiRoot } from '#contract/apiRoot.ts'
import { largestPageSize } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { report } from './figures.ts'
import { type Bench, measure, settled } from './measuring.ts'

// `npm run bench:scroll`: what the shop's own code does while a finger scrolls a listing of 48 pieces to its end, on a
// processor slowed down four times, as a phone's. It must leave every frame its time, and force no layout.
const visits = 7
const slower = 4
const frame = 16.7

type Scroll = { longest: number; share: number; layouts: number }

async function scrollListing({ visit }: Bench): Promise<Scroll> {
  const page = await visit({}, slower)
  // The shop shows eight pieces at a time; 48 is what its API gives at most.
  await page.route(`**${apiRoot}${paths.products}?*`, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('page_size', String(largestPageSize))
    await route.continue({ url: url.href })
  })
  // A listing that the server made has its eight already, so this one is come to from another page.
  await page.goto('/')
  await settled(page)
  await page.locator('main a[href="/products"]').first().click()
  const last = page
    .getByRole('main')
    .getByRole('article')
    .nth(largestPageSize - 1)
  await last.waitFor()
  await settled(page)
  const session = await page.context().newCDPSession(page)
  const spans = await traced(session, () => scrollToTheEnd(page, session))
  await page.context().close()
  return read(spans)
}

/** As a thumb does: one drag after the other, each let go while it moves. */
async function scrollToTheEnd(page: Page, session: CDPSession) {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] })
  const isAtEnd = () =>
    page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1)
  do {
    await touch('touchStart', 700)
    for (let y = 680; y >= 100; y -= 20) {
      await touch('touchMove', y)
      await pause(8)
    }
    await touch('touchEnd')
  } while (!(await isAtEnd()))
}

/** Something that took time, in microseconds; `tdur` is what the thread worked, whatever else kept the machine busy. */
type Span = { name: string; ts: number; dur: number; tdur: number; pid: number; tid: number }

const isSpan = (event: object): event is Span => 'ph' in event && event.ph === 'X' && 'tdur' in event

/** What the browser writes down of its threads while something is done. */
async function traced(session: CDPSession, run: () => Promise<void>): Promise<Span[]> {
  const spans: Span[] = []
  session.on('Tracing.dataCollected', ({ value }: { value: object[] }) => {
    spans.push(...value.filter(isSpan))
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'v8.execute'] },
  })
  await run()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return spans
}

function read(spans: Span[]): Scroll {
  const called = (...names: string[]) => spans.filter(({ name }) => names.includes(name))
  const end = ({ ts, dur }: Span) => ts + dur
  const isWithin = (inner: Span, outer: Span) =>
    inner !== outer &&
    inner.pid === outer.pid &&
    inner.tid === outer.tid &&
    inner.ts >= outer.ts &&
    end(inner) <= end(outer)
  const all = called('FunctionCall', 'EvaluateScript', 'RunMicrotasks')
  const scripts = all.filter((one) => !all.some((other) => isWithin(one, other)))
  const layouts = called('Layout', 'UpdateLayoutTree')
  const time = Math.max(...spans.map(end)) - Math.min(...spans.map(({ ts }) => ts))
  return {
    longest: Math.max(0, ...scripts.map(({ tdur }) => tdur / 1000)),
    share: scripts.reduce((sum, { tdur }) => sum + tdur, 0) / time,
    layouts: layouts.filter((layout) => scripts.some((script) => isWithin(layout, script))).length,
  }
}

await measure(async (bench) => {
  const scrolls: Scroll[] = []
  // The first visit makes the pictures and warms the server.
  for (let visit = -1; visit < visits; visit++) {
    const scroll = await scrollListing(bench)
    if (visit >= 0) scrolls.push(scroll)
  }
  const figures = (of: (scroll: Scroll) => number) => scrolls.map(of)
  report(
    'longest script during a scroll',
    figures(({ longest }) => longest),
    frame,
    'ms',
  )
  report(
    'all scripts, share of a scroll’s time',
    figures(({ share }) => 100 * share),
    5,
    '%',
  )
  report(
    'layouts forced by scripts',
    figures(({ layouts }) => layouts),
    0,
    'times',
  )
})
