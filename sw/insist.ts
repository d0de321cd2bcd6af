/**
 * The pauses before what failed is tried again, in milliseconds: on a line that loses one request in a hundred, the
 * second attempt nearly always succeeds; behind several servers it may reach another one.
 */
const pauses = [1_000, 4_000]

/** The first result of up to three attempts; rejects with the failure of the last. */
export async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await attempt()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return attempt()
}
