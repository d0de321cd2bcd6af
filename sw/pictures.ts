import { askTwice } from './askTwice.ts'
import { isOfPicture, mayKeep, otherSize } from './rules.ts'
import type { Shelf } from './shelf.ts'
import { soon } from './soon.ts'

/** How long to wait for the wanted size if another is at hand, in milliseconds. */
const patience = 4_000

/** How long one is waited for that is only to be kept: a new worker waits for it too. */
const enough = 30_000

/** Answers pictures, which never change under one address, with another size of the same when need be. */
export const servePictures = (shelf: Shelf) => async (event: FetchEvent) => {
  const { request } = event
  const kept = await shelf.find(request.url)
  if (kept !== undefined) return kept.response

  const asked = askTwice(request)
  const keeping = asked.then((response) =>
    mayKeep('picture', response) ? shelf.put(request.url, response.clone()) : undefined,
  )
  event.waitUntil(soon(keeping, enough))
  const other = otherSize(request.url, await shelf.addresses())
  if (other === undefined) return asked
  const answer = await soon(asked, patience)
  if (answer !== undefined && isOfPicture(answer)) return answer
  return (await shelf.find(other))?.response ?? asked
}
