/** Puts a value in as the newest of its map, from which the oldest goes once there are more than `most`. */
export function keep<Key, Value>(kept: Map<Key, Value>, most: number, key: Key, value: Value): void {
  kept.delete(key)
  kept.set(key, value)
  const oldest = kept.keys().next()
  if (kept.size > most && !oldest.done) kept.delete(oldest.value)
}
