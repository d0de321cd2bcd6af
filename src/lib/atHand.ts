import { whenUsed } from './island.ts'

let say: () => void
const there = new Promise<void>((resolve) => {
  say = resolve
})

/** Says that waiting longer gains nothing: the worker has all code on this device, or none will come. */
export const sayAtHand = (): void => say()

/**
 * Resolves with the visitor's first interaction, or as soon as the worker has the shop's code on this device: somebody
 * who only looks at one page downloads no code that it does not show.
 */
export const whenAtHand = (): Promise<void> => Promise.race([whenUsed(), there])
