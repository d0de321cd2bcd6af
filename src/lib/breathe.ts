/** Ends the task: a phone that did everything in one would not respond to a tap in the meantime. */
export const breathe = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve))
