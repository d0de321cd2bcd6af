import { busy } from './problem.ts'

/** How much work of a kind this process is doing, and how much waits. */
export type Turns = { atWork: number; waiting: number }

export type Gate = {
  /** Whether one more would be refused: ask before reading anything of a call, when refusing costs next to nothing. */
  isFull: () => boolean
  /**
   * The same, but throws.
   * @throws {ApiError} 503
   */
  makeSureOfRoom: () => void
  /** @throws {ApiError} 503 when too many wait already */
  pass: <T>(work: () => Promise<T>) => Promise<T>
  /** For the rest of a job that has passed before and left in between: never refused, and next in the queue. */
  passAgain: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * A queue: runs work `most` at a time, in the order given, and refuses with 503 what would wait behind `longest`
 * others. It keeps count in `turns`.
 */
export function makeGate(most: number, longest: number, turns: Turns = { atWork: 0, waiting: 0 }): Gate {
  const waiting: (() => void)[] = []
  let running = 0
  const isFull = () => running >= most && waiting.length >= longest
  const makeSureOfRoom = () => {
    if (isFull()) throw busy
  }
  const takeTurn = async <T>(work: () => Promise<T>, place: 'push' | 'unshift'): Promise<T> => {
    // Whoever finishes hands its place over, so `running` is correct already.
    if (running >= most) {
      turns.waiting += 1
      await new Promise<void>((resolve) => waiting[place](resolve))
      turns.waiting -= 1
    } else running++
    turns.atWork += 1
    try {
      return await work()
    } finally {
      turns.atWork -= 1
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
  return {
    isFull,
    makeSureOfRoom,
    async pass(work) {
      makeSureOfRoom()
      return takeTurn(work, 'push')
    },
    passAgain: (work) => takeTurn(work, 'unshift'),
  }
}
