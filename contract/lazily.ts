/** What `make` gives, made when it is first asked for: formatters cost a phone milliseconds each while a page wakes up. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
