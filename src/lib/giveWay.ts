let drawn: Promise<unknown> = Promise.resolve()

/** Makes the next reads wait until something that the shopper asked for is on view: once, and never for long. */
export function giveWayTo(shown: Promise<unknown>): void {
  drawn = shown
}

/** Resolves when what was asked for is on view, or at once if nothing is on its way there. */
export const whenDrawn = (): Promise<unknown> => drawn
