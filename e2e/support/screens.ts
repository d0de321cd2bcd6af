import { type PlaywrightTestOptions, devices } from '@playwright/test'

/** Marks a test whose result does not depend on the screen size, or of something that only a phone has. */
export const anyScreen = '@any-screen'

/** Marks a test of something that only a wide screen has. */
export const wideScreen = '@wide-screen'

/** Where it matters which pictures are fetched, or what moves by how much: a phone has as many pixels as a real one. */
export const asFineAsItsKind = {
  deviceScaleFactor: (
    { isMobile }: Pick<PlaywrightTestOptions, 'isMobile'>,
    use: (factor: number) => Promise<void>,
  ) => use(isMobile ? devices['Pixel 7'].deviceScaleFactor : 1),
}

/**
 * Marks a test of a rarer case, which is run by `npm run test:long`: each run of `npm test` shows what the case stands
 * on, and is short enough to wait for.
 */
export const inLongForm = '@long-form'

/** Marks a test whose result on a wide screen would surprise after that on a phone: there it is run in the long form. */
export const wideInLongForm = '@wide-in-long-form'
