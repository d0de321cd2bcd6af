/** The value of `make`, computed at first use: work that few need at once would otherwise delay everybody's start. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
