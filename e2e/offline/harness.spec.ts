import { expect } from '@playwright/test'
import { rounds, test, workerReady } from '../support/offline.ts'
import { makeRelease, openOwnShop } from '../support/release.ts'
import { inLongForm } from '../support/screens.ts'
import { lookInto } from '../support/stored.ts'

/** The scripts of the shop's first page, of which the last starts it. */
async function scriptsOf(origin: string): Promise<string[]> {
  const [, scripts = '[]'] = /id="scripts">(.*?)</.exec(await (await fetch(origin)).text()) ?? []
  return JSON.parse(scripts)
}

// They show that what other tests stand on works: where it does not, those fail too, and say less of why.
test(
  'a browser that is killed comes back with its worker',
  { tag: inLongForm },
  async ({ profile, line }) => {
    let page = await profile.start()
    await page.goto('/')
    await workerReady(page)
    for (let round = 0; round < rounds(1, 10); round += 1) {
      await profile.kill()
      page = await profile.start()
      await page.goto('/')
    }
    const controller = () => lookInto(page, () => navigator.serviceWorker.controller?.scriptURL)
    expect(await controller()).toBe(`${line.origin}/sw.js`)
  },
)

test('one release follows another on the same address', { tag: inLongForm }, async () => {
  const shop = await openOwnShop()
  try {
    const before = await scriptsOf(shop.origin)
    await shop.start(makeRelease(2))
    const after = await scriptsOf(shop.origin)
    expect(after).toHaveLength(before.length)
    // By this one a page knows its build. Those that name no other are the same in both: see `makeRelease`.
    expect(after.at(-1)).not.toBe(before.at(-1))
  } finally {
    await shop.forget()
  }
})
