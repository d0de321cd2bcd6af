import { report } from './figures.ts'
import { type Bench, measure, workerDone } from './measuring.ts'
import { openSlowLine } from './slowLine.ts'

// `npm run bench:install`: from the start of the first visit until the service worker has everything that the shop
// needs without a network, on a slow line (400 ms a round trip, 400 kbit/s) and with the processor slowed four times.
const visits = 3
const promised = 20
const slow = { roundTrip: 400, down: 400, up: 400 }

async function install({ shopPort, visit }: Bench) {
  const { origin, carried, close } = await openSlowLine(shopPort, slow)
  const page = await visit({ baseURL: origin }, 4, true)
  await page.goto('/products/rings', { timeout: 90_000 })
  const loaded = { after: await page.evaluate(() => performance.now()), bytes: carried.bytes }
  await page.evaluate(() => navigator.serviceWorker.ready)
  await workerDone(page)
  const after = await page.evaluate(() => performance.now())
  const bytes = carried.bytes
  const kept = await page.evaluate(async () => (await (await caches.open('damson-files')).keys()).length)
  console.log(
    `page after ${(loaded.after / 1000).toFixed(1)} s and ${Math.round(loaded.bytes / 1000)} kB, worker after ${(after / 1000).toFixed(1)} s and ${Math.round(bytes / 1000)} kB, with ${kept} files`,
  )
  await page.context().close()
  close()
  return after / 1000
}

await measure(async (bench) => {
  const figures: number[] = []
  // The first visit makes the pictures and warms the server.
  for (let visit = -1; visit < visits; visit++) {
    const taken = await install(bench)
    if (visit >= 0) figures.push(taken)
  }
  report('first visit until the worker is activated', figures, promised, 's')
})
