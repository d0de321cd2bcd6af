import type { App } from './fastify.ts'

/** Takes what no answer waits for: closing the server does. It must not fail. */
export type Afterwards = (work: Promise<unknown>) => void

export function makeAfterwards(app: App): Afterwards {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  return (work) => {
    underWay.add(work)
    void work.then(() => underWay.delete(work))
  }
}
