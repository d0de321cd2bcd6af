import { busy } from '../http/problem.ts'
import { type Counts, makePlaces, type Waiting } from './places.ts'

export type Gate = {
  /**
   * To be asked before anything of a call is read, when refusing costs next to nothing.
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
 * others. It keeps count in `counts`.
 */
export function makeGate(most: number, longest: number, counts: Counts = { atWork: 0, waiting: 0 }): Gate {
  const line: Waiting[] = []
  const places = makePlaces(most, () => line.shift(), counts)
  const makeSureOfRoom = () => {
    if (places.areTaken() && line.length >= longest) throw busy
  }
  return {
    makeSureOfRoom,
    pass: (work) =>
      places.workAt(work, (waiting) => {
        makeSureOfRoom()
        line.push(waiting)
      }),
    passAgain: (work) => places.workAt(work, (waiting) => void line.unshift(waiting)),
  }
}
