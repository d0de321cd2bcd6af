let drawn: Promise<unknown> = Promise.resolve()

/** Has what is about to be read wait until something is on view that the shopper asked for: once, and never for long. */
export function giveWayTo(shown: Promise<unknown>): void {
  drawn = shown
}

/** Resolves when what was asked for is on view, or at once where nothing is on its way there. */
export const whenDrawn = (): Promise<unknown> => drawn
