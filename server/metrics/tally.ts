/**
 * What has happened in this process since it started, and how busy it is. Counted whether or not anybody watches: by the
 * checkouts under way the server also decides when to do what can wait (`queues/giveWay.ts`).
 */
export const tally = {
  ordersPlaced: 0,
  mailsSent: 0,
  mailsFailed: 0,
  pagesFromCache: 0,
  pagesMade: 0,
  /** Passwords being hashed or checked. */
  hashes: { atWork: 0, waiting: 0 },
  checkouts: { atWork: 0, waiting: 0 },
  /** Public reads that were not answered from a cache: of the catalogue, the contents, reviews and orders' state. */
  reads: { atWork: 0, waiting: 0 },
  /** Reads of customers' own data, including the check of their session. */
  ownReads: { atWork: 0, waiting: 0 },
  /** What customers change of their own, likewise. */
  ownWrites: { atWork: 0, waiting: 0 },
  /** Calls of anybody who has, or claims to have, the token of a session or of a mailed link. */
  tokenCalls: { atWork: 0, waiting: 0 },
  /** Pages that no memory has. */
  renders: { atWork: 0, waiting: 0 },
  /**
   * Of the backups that an embedded shop keeps: since when what has changed may be in none (null if that is unknown, or
   * if none are kept), and whether the last attempt failed.
   */
  backups: { lostSince: null as Date | null, isFailing: false },
}
