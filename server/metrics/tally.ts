/** What has happened in this process since it started. Counted whether anybody asks or not: it costs nothing. */
export const tally = {
  ordersPlaced: 0,
  mailsSent: 0,
  mailsFailed: 0,
  pagesFromCache: 0,
  pagesMade: 0,
  /** Passwords being hashed or checked now, and those that wait their turn. */
  hashesAtWork: 0,
  hashesWaiting: 0,
}
