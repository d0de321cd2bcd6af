import { askTwice } from './askTwice.ts'
import { isOfPicture, isPicture, mayKeep, otherSize } from './rules.ts'
import type { Shelf } from './shelf.ts'
import { soon } from './soon.ts'

/** How long to wait for the wanted size if another is at hand, in milliseconds. */
const patience = 4_000

/** How long one is waited for that is only to be kept: a new worker waits for it too. */
const enough = 30_000

/**
 * What Chromium accepts as a picture. Its own cache then has those that the page has shown, because it tells requests
 * apart by this; any other browser loads them a second time, in the same format.
 */
const accept = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** Answers pictures, which never change under one address, with another size of the same when need be. */
export function servePictures(shelf: Shelf) {
  const keep = (address: string, asked: Promise<Response>) =>
    asked.then((response) =>
      mayKeep('picture', response) ? shelf.put(address, response.clone()) : undefined,
    )

  return {
    /** Keeps pictures that were loaded before there was a worker: the browser may forget them at any time. */
    async remember(addresses: readonly string[]): Promise<void> {
      const signal = AbortSignal.timeout(enough)
      try {
        for (const address of addresses) {
          const { origin, pathname, href } = new URL(address, location.origin)
          if (origin !== location.origin || !isPicture(pathname)) continue
          if ((await shelf.find(href)) === undefined)
            await keep(href, fetch(href, { headers: { accept }, signal }))
        }
      } catch {
        // Nobody waits for them.
      }
    },

    async answer(event: FetchEvent): Promise<Response> {
      const { request } = event
      const kept = await shelf.find(request.url)
      if (kept !== undefined) return kept.response

      const asked = askTwice(request)
      event.waitUntil(soon(keep(request.url, asked), enough))
      const other = otherSize(request.url, await shelf.addresses())
      if (other === undefined) return asked
      const answer = await soon(asked, patience)
      if (answer !== undefined && isOfPicture(answer)) return answer
      return (await shelf.find(other))?.response ?? answer ?? asked
    },
  }
}
