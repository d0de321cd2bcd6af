import { perTab } from './storage.ts'

type Kind<T> = {
  /** Whether something that was kept is one of them. */
  isOne: (kept: unknown) => kept is T
  /** Whether two of them are the same thing, of which only the newer is kept. */
  isSame: (one: T, other: T) => boolean
}

const mostOfThem = 10

/** What a guest wanted, the last ten of it, kept in the tab until after the login. */
export function wantedList<T>(key: 'wanted' | 'wanted-wish', { isOne, isSame }: Kind<T>) {
  const read = (): T[] => {
    try {
      const kept: unknown = JSON.parse(perTab.get(key) ?? '[]')
      // Earlier builds of the shop kept one piece for the cart, by itself.
      return [kept].flat().filter(isOne)
    } catch {
      return []
    }
  }
  return {
    remember: (wanted: T): void => {
      const others = read().filter((other) => !isSame(other, wanted))
      perTab.set(key, JSON.stringify([...others, wanted].slice(-mostOfThem)))
    },
    /** What was wanted last. */
    last: (): T | undefined => read().at(-1),
    /** What was wanted, in that order, returned once: it is then forgotten. */
    take: (): T[] => {
      const wanted = read()
      perTab.remove(key)
      return wanted
    },
  }
}
