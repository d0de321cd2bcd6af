import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type LaunchOptions, type Page, chromium } from '@playwright/test'
import { collectViolations } from './policy.ts'

type Look = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>
export type Profile = ReturnType<typeof keepProfile>

/**
 * A browser with a folder of its own: it keeps service worker, caches and storage when it is closed or killed, and
 * `start` opens it again with all of it.
 */
export function keepProfile(look: Look, launchOptions: LaunchOptions) {
  let folder = mkdtempSync(join(tmpdir(), 'damson-profile-'))
  let running: { context: BrowserContext; pid: number } | null = null
  const violations: string[] = []

  const stop = async (how: (browser: { context: BrowserContext; pid: number }) => Promise<unknown>) => {
    if (running === null) return
    const stopping = running
    running = null
    await how(stopping)
  }
  return {
    /** How pages have violated the shop's security policy so far, however often the browser was closed since. */
    violations,
    /** Opens the browser and returns its page; pages of the last time are not opened again. */
    async start(): Promise<Page> {
      const context = await chromium.launchPersistentContext(folder, {
        ...look,
        ...launchOptions,
        timeout: 60_000,
      })
      // So that a wait in vain is reported at the line that waited.
      context.setDefaultTimeout(60_000)
      await collectViolations(context, violations)
      const devtools = await context.browser()?.newBrowserCDPSession()
      const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
      const pid = processInfo.find(({ type }) => type === 'browser')?.id
      if (pid === undefined) throw new Error('The browser does not say which process it is')
      running = { context, pid }
      return context.pages()[0] ?? context.newPage()
    },
    /** As a shopper closes it. */
    close: () => stop(({ context }) => context.close()),
    /** `kill -9`, as a phone does when it needs the memory. */
    kill: () =>
      stop(async ({ context, pid }) => {
        const closed = context.waitForEvent('close')
        // With all its child processes: any that is left locks the profile against the next start.
        process.kill(-pid, 'SIGKILL')
        await closed
      }),
    /** The open page; null while the browser is not running. */
    page: (): Page | null => running?.context.pages()[0] ?? null,
    /** Closes the browser and starts afresh, as on a phone that was never here. */
    async forget() {
      await stop(({ context }) => context.close())
      rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 })
      folder = mkdtempSync(join(tmpdir(), 'damson-profile-'))
    },
  }
}
