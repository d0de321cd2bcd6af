import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { launchOptions } from '../../tools/browser.ts'

type Answer = { result?: Record<string, unknown>; error?: { message: string } }
type Evaluated = { result?: { value?: unknown }; exceptionDetails?: { text: string } }
export type Unwatched = Awaited<ReturnType<typeof openUnwatched>>

/**
 * A browser with no debugger attached to its service workers. Playwright attaches one to each, and Chromium then ends a
 * worker that is to be replaced even while it answers a navigation, which hangs: no shopper sees that.
 */
export async function openUnwatched() {
  const folder = mkdtempSync(join(tmpdir(), 'damson-unwatched-'))
  const { executablePath = chromium.executablePath(), args } = launchOptions()
  const own = ['--headless', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${folder}`]
  const browser = spawn(executablePath, [...args, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const socket = new WebSocket(await addressOf(browser))
  await once(socket, 'open')
  const asked = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const said: Answer & { id?: number } = JSON.parse(String(data))
    asked.get(said.id ?? 0)?.(said)
  })
  let last = 0
  async function send(method: string, params: object, sessionId?: string) {
    last += 1
    const id = last
    const answered = new Promise<Answer>((resolve) => asked.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await answered
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }

  return {
    async open(address: string) {
      const { targetId } = await send('Target.createTarget', { url: address })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      const evaluate = async <T>(run: (given: T) => unknown, given?: T): Promise<unknown> => {
        const expression = `(${String(run)})(${JSON.stringify(given)})`
        const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
        const { result, exceptionDetails }: Evaluated = await send(
          'Runtime.evaluate',
          params,
          String(sessionId),
        )
        if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
        return result?.value
      }
      return {
        evaluate,
        /** Waits until this returns true in the page, for so many milliseconds; a page being left returns nothing. */
        async until<T>(run: (given: T) => unknown, given?: T, patience = 120_000) {
          const end = Date.now() + patience
          const isSo = () => Promise.race([evaluate(run, given).catch(() => false), pause(1_000, false)])
          while ((await isSo()) !== true) {
            if (Date.now() > end) throw new Error(`Not within ${patience} ms: ${String(run)}`)
            await pause(50)
          }
        },
        goto: (to: string) => send('Page.navigate', { url: to }, String(sessionId)),
        close: () => send('Target.closeTarget', { targetId }),
      }
    },
    async forget() {
      const exited = once(browser, 'exit')
      socket.close()
      browser.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 })
    },
  }
}

function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stderr === null) return reject(new Error('The browser says nothing'))
    // Read to the end: a browser blocks once nobody reads its output.
    const lines = createInterface(stderr)
    lines.on('line', (line) => {
      const [address] = /ws:\/\/\S+/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
    lines.on('close', () => reject(new Error('The browser did not start')))
  })
}
