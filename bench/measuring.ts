import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium,
} from 'playwright'
import { openOwnShop } from '../e2e/support/release.ts'
import { launchOptions } from '../tools/browser.ts'

/** The phone that everything here is measured on; on a good line answers take 40 ms and 10 Mbit/s come in. */
const phone: BrowserContextOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
}
const fastLine = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

export type Bench = {
  shopPort: number
  /**
   * A page for a new visitor, nothing cached; `slower` is the factor by which the processor is slowed down. The browser
   * emulates a good line unless `isShaped` says that `options.baseURL` goes through a shaped one.
   */
  visit: (options?: BrowserContextOptions, slower?: number, isShaped?: boolean) => Promise<Page>
}

/**
 * Runs against the built shop in a browser, and says how busy the machine was meanwhile. `args` are the browser's, beside
 * those that every tool gives it.
 */
export async function measure(run: (bench: Bench) => Promise<void>, args: readonly string[] = []) {
  const busy = () => loadavg()[0]?.toFixed(2)
  const before = busy()
  const shop = await openOwnShop()
  let browser: Browser | undefined
  try {
    const options = launchOptions()
    const opened = await chromium.launch({ ...options, args: [...options.args, ...args] })
    browser = opened
    await run({
      shopPort: shop.port,
      async visit(options, slower = 1, isShaped = false) {
        const context = await opened.newContext({ ...phone, baseURL: shop.origin, ...options })
        return openPage(context, slower, isShaped)
      },
    })
  } finally {
    await browser?.close()
    await shop.forget()
  }
  console.log(`machine's load average over one minute: ${before} before, ${busy()} after`)
}

/** Another page of the same visitor, who has what earlier ones left; returns the same as `visit` for the first. */
export async function openPage(context: BrowserContext, slower: number, isShaped: boolean): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (!isShaped) await session.send('Network.emulateNetworkConditions', fastLine)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  return page
}

/** Until the worker, where the page has one, has kept all that it keeps. */
export const workerDone = (page: Page) =>
  page.evaluate(async () => {
    if ((await navigator.serviceWorker.getRegistration()) === undefined) return
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
  })

/** Until nothing has been asked for or has come for a while. */
export async function settled(page: Page, quiet = 700) {
  let last = Date.now()
  const note = () => void (last = Date.now())
  page.on('request', note).on('requestfinished', note)
  while (Date.now() - last < quiet) await pause(50)
  page.off('request', note).off('requestfinished', note)
}
