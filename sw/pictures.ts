import type { Asked } from './asked.ts'
import { askTwice } from './askTwice.ts'
import { isOfPicture, mayKeep, otherSize } from './rules.ts'
import type { Shelf } from './shelf.ts'
import { soon } from './soon.ts'

/** How long to wait for the wanted size if another is at hand, in milliseconds. */
const patience = 4_000

/** How long one is waited for that is only to be kept: a new worker waits for it too. */
const enough = 30_000

/** How old a kept one may be that can change under its address before it is asked for again, in milliseconds. */
const fresh = 5 * 60_000

/**
 * Answers pictures with what is kept, or with another size of the same when need be. The shop says of most that they
 * never change under their address; the others are asked for again beside, as the jeweller may have put another there.
 */
export const servePictures = (shelf: Shelf) => async (event: Asked) => {
  const { request } = event
  const ask = () => {
    const asked = askTwice(request)
    const keeping = asked.then((response) =>
      mayKeep('picture', response) ? shelf.put(request.url, response.clone()) : undefined,
    )
    event.waitUntil(soon(keeping, enough))
    return asked
  }
  const kept = await shelf.find(request.url)
  if (kept !== undefined) {
    const isForEver = /\bimmutable\b/.test(kept.response.headers.get('cache-control') ?? '')
    if (!isForEver && kept.age > fresh) void ask().catch(() => undefined)
    return kept.response
  }

  const asked = ask()
  const other = otherSize(request.url, await shelf.addresses())
  if (other === undefined) return asked
  const answer = await soon(asked, patience)
  if (answer !== undefined && isOfPicture(answer)) return answer
  return (await shelf.find(other))?.response ?? asked
}
