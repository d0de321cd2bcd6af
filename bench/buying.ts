import { type Buyer, checkoutOf } from '#tests/server/crashes/crowd.ts'
import { openLine } from './asking.ts'

/**
 * Sends the order of each buyer over so many connections, on each the next one as soon as the one before is answered;
 * returns orders per second.
 * @throws if one is not answered with 201
 */
export async function buyAll(server: string, buyers: readonly Buyer[], connections: number): Promise<number> {
  const failure = Promise.withResolvers<never>()
  const waiting = [...buyers]
  const lanes = Array.from({ length: connections }, () => {
    const ended = Promise.withResolvers<void>()
    const next = () => {
      const buyer = waiting.pop()
      if (buyer === undefined) {
        line.end()
        return ended.resolve()
      }
      const { path, headers, body } = checkoutOf(buyer)
      return line.send(path, headers, body)
    }
    const answered = (status: number) =>
      status === 201 ? next() : failure.reject(new Error(`A checkout was answered with ${status}`))
    const line = openLine(server, answered, failure.reject)
    next()
    return ended.promise
  })
  const begun = performance.now()
  await Promise.race([Promise.all(lanes), failure.promise])
  return buyers.length / ((performance.now() - begun) / 1_000)
}
