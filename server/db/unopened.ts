import * as v from 'valibot'

/**
 * How the embedded database's thread begins when it says why a database that is there cannot be opened: of an error that
 * leaves a thread, only the words are left.
 */
export const unopened = 'The embedded database cannot be opened: '

/**
 * Whether these words of PostgreSQL's, while it starts, are about the database itself. It may be whole where they are
 * about memory or open files, or where there are none.
 */
export const isOfDatabase = (words: string): boolean =>
  words !== '' && !/memory|too many open files/i.test(words)

/** What the numbers of the embedded database's own file system mean: those of WASI, as far as somebody can do something. */
const meanings: Readonly<Record<number, string>> = {
  2: 'permission denied',
  19: 'no space left on device: a quota is used up',
  51: 'no space left on device',
  69: 'read-only file system',
}

/** What was thrown, as an error: that file system throws objects that are none, and say nothing once they leave a thread. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const { errno } = v.parse(v.fallback(v.object({ errno: v.number() }), { errno: 0 }), thrown)
  const meaning = meanings[errno] ?? `error ${errno} of its file system`
  return new Error(`the embedded database could not be opened: ${meaning}`, { cause: thrown })
}
