/**
 * Shows something of what is prepared for it, and again of what is prepared anew where it took longer than half a minute:
 * a server makes a page anew by itself after that, and would have shown nothing of what it had heard.
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
