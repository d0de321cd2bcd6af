let resolve = (): void => undefined
const away = new Promise<void>((done) => {
  resolve = done
})

/** Resolves once what is on the page may be old: the network is gone or slow, or a saved copy had to do. */
export const whenAway = (): Promise<void> => away

/** Reports that it may be. */
export const sayAway = (): void => resolve()
