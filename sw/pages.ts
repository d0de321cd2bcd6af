import type { Asked } from './asked.ts'
import { isCustomers } from '#contract/customerPages.ts'
import type { Files } from './files.ts'
import { bareAddress, barePath, isOfShop, isUnreachable, isWhole, mayKeep } from './rules.ts'
import type { Shelf } from './shelf.ts'
import { soon } from './soon.ts'

/** How long a shopper waits for the server's page before the shop makes it itself, in milliseconds. */
const patience = 2_500

/** Up to what age a kept page is used without being refetched, in milliseconds. */
const fresh = 30_000

/** How long to wait for a page that is only to be kept, in milliseconds: a new worker has to wait for it too. */
const enough = 15_000

const frame = '/pages/frame.html'

/** Here nothing takes the place of the build that it was begun with, however it is loaded again. */
const checkout = '/cart/checkout'

/** The page that the installed shop starts with. */
const start = '/'

/**
 * Answers navigations, at once wherever it can: to a shopper an empty window means that the shop is closed. `isLeaving`
 * tells whether a newer build is ready: whoever reloads then wants that one.
 */
export function servePages(files: Files, shelf: Shelf, isLeaving: () => boolean) {
  /** Keeps a page if it is the same for everybody, and if all its scripts are this build's, which are there offline. */
  async function keep(address: string, response: Response): Promise<void> {
    if (response.status === 404) {
      // A gateway whose shop is away says so of every address.
      if (isOfShop(await response.text())) await shelf.remove(address)
      return
    }
    if (!mayKeep('page', response)) return
    const html = await response.text()
    if (isWhole(html, files.has)) await shelf.put(address, new Response(html, response))
  }

  async function refresh(address: string): Promise<void> {
    try {
      const signal = AbortSignal.timeout(enough)
      await keep(address, await fetch(address, { headers: { accept: 'text/html' }, signal }))
    } catch {
      // Nobody waits for it.
    }
  }

  return {
    /** Keeps a page that was opened before there was a worker, and the one that the installed shop starts with. */
    async remember(address: string): Promise<void> {
      const bare = bareAddress(new URL(address, location.origin))
      const wanted = new Set([bare, start])
      await Promise.all(
        [...wanted].map(async (page) => {
          if ((await shelf.find(page)) === undefined && !files.has(preparedOf(page))) await refresh(page)
        }),
      )
    },

    async answer(event: Asked): Promise<Response> {
      const { request } = event
      const url = new URL(request.url)
      const path = barePath(url.pathname)
      const wantsNew = request.cache === 'reload' || request.cache === 'no-cache'
      const prepared = await files.find(isCustomers(path) ? frame : preparedOf(path))
      const isChange = wantsNew && isLeaving() && path !== checkout
      if (prepared !== undefined && !isChange) return prepared

      const address = bareAddress(url)
      const kept = await shelf.find(address)
      if (kept !== undefined && !wantsNew) {
        if (kept.age > fresh) event.waitUntil(refresh(address))
        return kept.response
      }

      const asked = fetch(request).then(whole)
      // A document says for which address it was made, whatever was appended, and is kept for that one only.
      const isPlain = url.pathname === path
      const keeping = isPlain
        ? asked.then((response) => keep(address, response.clone()))
        : asked.then(() => refresh(address))
      event.waitUntil(soon(keeping, enough))
      const answer = await soon(asked, patience)
      if (answer !== undefined && !isUnreachable(answer.status)) return answer
      return prepared ?? kept?.response ?? (await files.find(frame)) ?? asked
    },
  }
}

/**
 * The same answer once all of it has arrived. A page whose connection broke half way would never hydrate; this way it
 * counts as one that did not come.
 */
async function whole(response: Response): Promise<Response> {
  const isReadable = response.type === 'basic' && response.body !== null
  return isReadable ? new Response(await response.arrayBuffer(), response) : response
}

const preparedOf = (path: string): string => `/pages${path}.html`
