/**
 * Prepares and shows something, and does both again if that took longer than half a minute: after that a server
 * rerenders a page by itself, and the test would not have shown that it had heard of a change.
 */
export async function withinHalfAMinute<T>(
  prepare: (round: number) => Promise<T>,
  show: (prepared: T) => Promise<void>,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    const prepared = await prepare(round)
    const begun = performance.now()
    await show(prepared)
    if (performance.now() - begun < 30_000) return
  }
}
