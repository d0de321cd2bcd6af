import type { App } from './fastify.ts'

/**
 * While the server is up, does `work` every so many milliseconds, never twice at once. A failure is logged as `what`
 * and waits for the next time; closing waits for what is being done.
 */
export function repeat(app: App, every: number, what: string, work: () => Promise<void>): void {
  let running: Promise<void> | null = null
  const run = async () => {
    try {
      await work()
    } catch (error) {
      app.log.error({ error: error instanceof Error ? error.name : 'unknown' }, what)
    } finally {
      running = null
    }
  }
  const timer = setInterval(() => {
    running ??= run()
  }, every).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
