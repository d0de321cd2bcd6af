/** In place of a call to a browser's database: it is held up, and nobody waits for it any more. */
export function silent(): never {
  throw Object.assign(new Error('The database does not answer'), { name: 'TimeoutError' })
}

/** In place of a call that writes to a browser's database. */
export function full(): never {
  throw Object.assign(new Error('There is no room'), { name: 'QuotaExceededError' })
}
