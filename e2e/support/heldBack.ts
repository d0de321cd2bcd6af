import type { Page } from '@playwright/test'

/** The page's own code, without which nothing on it responds. */
export const itsCode = '**/assets/index-*.js'

/** Keeps a file on its way until what is returned is called. */
export async function heldBack(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(address, (route) => isThere.then(() => route.fallback()))
  return arrive
}
