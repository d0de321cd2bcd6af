/** Where the service worker is, for ever: another address could not be corrected on phones that know this one. */
export const workerAddress = '/sw.js'

/**
 * Many of the worker's files in one answer each, because a request for each would cost a slow line more than its bytes:
 * code and styles that not every page loads, and the pages that the build has finished.
 */
export const packs = { code: '/packs/code.json', pages: '/packs/pages.json' } as const

/** What a pack holds: texts by their paths. */
export type Pack = Record<string, string>

/** Where the worker keeps pictures: what weighs most of all that is kept, and is worth least when there is no room. */
export const pictureCache = 'damson-pictures'

/** What a page says to its service worker. */
export type ToWorker =
  /** A page that was opened before the worker could see it, by its path and query. */
  | { kind: 'seen'; address: string }
  /** A page without a worker in control: it came at the moment when this one became active. */
  | { kind: 'claim' }
  /** The shopper wants the new version now. */
  | { kind: 'take-over' }
  /** Whether a page with this script is of the worker's build: a boolean comes back through the port sent along. */
  | { kind: 'is-yours'; script: string }
