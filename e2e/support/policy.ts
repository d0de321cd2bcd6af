import type { BrowserContext } from '@playwright/test'

/** Begins what a page writes to its console when its security policy is violated. */
const mark = 'Content-Security-Policy:'

/** From now on each page of this browser writes violations of its security policy to its console. */
export const reportViolations = (context: BrowserContext) =>
  context.addInitScript((beginning) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // A picture that is opened by itself may have styles that nobody misses.
      if (document.contentType !== 'text/html') return
      console.error(`${beginning} ${violatedDirective} ${blockedURI}`)
    })
  }, mark)

/** The same, and each of them is added to this list. */
export async function collectViolations(context: BrowserContext, violations: string[]) {
  context.on('console', (message) => {
    if (message.text().startsWith(mark)) violations.push(message.text())
  })
  await reportViolations(context)
}
