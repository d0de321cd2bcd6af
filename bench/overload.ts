import { type Buyer, checkoutOf } from '#tests/server/crashes/crowd.ts'
import { ask, askAtRate, connections } from './asking.ts'
import type { BusyShop } from './busyShop.ts'
import { buyAll } from './buying.ts'
import { median, percentile, tell } from './figures.ts'
import { anotherList } from './lists.ts'
import { watchProcessors } from './processors.ts'

/** A share of the peak, and milliseconds. */
const promised = { goodput: 0.8, refusedWithin: 100 }

export type Rush = {
  /** Calls a second that are served when no more come than can be. */
  peak: () => Promise<number>
  /** Calls on so many connections at twice that peak. */
  rush: (peak: number) => Omit<Parameters<typeof askAtRate>[0], 'server' | 'rate'>
  turns: number
}

/** Of lists that no cache has: none is asked for twice. */
export function rushOfLists(server: string): Rush {
  let asked = 0
  const another = () => anotherList((asked += 1))
  return {
    peak: async () => (await ask({ server, pathOf: another, connections, seconds: 1 })).rate,
    rush: () => ({ call: (line) => line.ask(another()), connections: 400, seconds: 3 }),
    turns: 9,
  }
}

/** Of orders of these, each once. */
export function rushOfCheckouts(server: string, buyers: readonly Buyer[]): Rush {
  const turns = 3
  const ofPeak = 400
  const ofTurn = Math.floor((buyers.length - ofPeak) / turns)
  let begun = 0
  const next = (count: number) => buyers.slice(begun, (begun += count))
  return {
    peak: () => buyAll(server, next(ofPeak), connections),
    rush(peak) {
      const seconds = Math.min(3, (ofTurn - ofPeak) / (2 * peak))
      const own = next(Math.round(2 * peak * seconds))
      return {
        call(line, number) {
          const buyer = own[number - 1]
          if (buyer === undefined) throw new Error('There are more orders than buyers')
          const { path, headers, body } = checkoutOf(buyer)
          line.send(path, headers, body)
        },
        // More than the shop lets wait, so that some are refused.
        connections: 1_000,
        seconds,
      }
    },
    turns,
  }
}

/**
 * Twice as many calls as can be served: how many still succeed, and how soon the rest are refused. In short turns, each
 * between two of the peak, as the machine's speed changes within seconds: what was its peak a minute ago may be twice
 * what it can do now. That each refusal says when to try again is shown by the tests (`rush`), not here.
 */
export async function overload(
  { address: server, program }: BusyShop,
  what: string,
  { peak, rush, turns }: Rush,
): Promise<void> {
  const used = watchProcessors(program)
  const answered: Awaited<ReturnType<typeof askAtRate>>['answers'][] = []
  const goodputs: number[] = []
  let before = await peak()
  for (let turn = 0; turn < turns; turn += 1) {
    const { answers, duration } = await askAtRate({ server, rate: before * 2, ...rush(before) })
    const after = await peak()
    const served = answers.filter(({ status }) => status !== 503).length
    goodputs.push(served / duration / ((before + after) / 2))
    answered.push(answers)
    before = after
  }
  const processors = used()
  const all = answered.flat()
  const of = (status: number) => all.filter((answer) => answer.status === status).map(({ took }) => took)
  const [served, refused] = [[...of(200), ...of(201)], of(503)]
  const slowest = (took: readonly number[]) => percentile(took, 0.99).toFixed(0)
  const [goodput, late] = [median(goodputs), percentile(refused, 0.99)]
  const unlike = all.length - served.length - refused.length
  tell(
    goodput >= promised.goodput && late <= promised.refusedWithin && unlike === 0,
    `${goodput.toFixed(2)} of peak (promised ${promised.goodput})  ${what} at twice the peak, median of ${turns} turns, ${Math.min(...goodputs).toFixed(2)} to ${Math.max(...goodputs).toFixed(2)}: ${served.length} served, 99 of 100 within ${slowest(served)} ms; ${refused.length} told 503, 99 of 100 within ${slowest(refused)} ms (promised ${promised.refusedWithin}); ${unlike} other answers; ${processors}`,
  )
}
