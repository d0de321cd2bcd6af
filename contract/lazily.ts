/** What `make` gives, made when it is first asked for: what few need at once costs all of them while they wake up. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
