import { busy } from '../http/problem.ts'
import { type Counts, makePlaces, type Waiting } from './places.ts'

export type Gate = {
  /** @throws {ApiError} 503 when too many wait already */
  pass: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * A queue: runs work `most` at a time, in the order given, and refuses with 503 what would wait behind `longest`
 * others. It keeps count in `counts`.
 */
export function makeGate(most: number, longest: number, counts: Counts = { atWork: 0, waiting: 0 }): Gate {
  const line: Waiting[] = []
  const places = makePlaces(most, () => line.shift(), counts)
  return {
    pass: (work) =>
      places.workAt(work, (waiting) => {
        if (line.length >= longest) throw busy
        line.push(waiting)
      }),
  }
}
