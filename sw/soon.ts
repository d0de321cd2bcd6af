/** The promise's result within so many milliseconds; undefined if it fails or takes longer. */
export function soon<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return Promise.race([
    promise.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds, undefined)),
  ])
}
