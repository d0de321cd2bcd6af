import { perTab } from './storage.ts'

type Piece = { slug: string }

const mostOfThem = 10

/**
 * The last ten pieces that a guest wanted somewhere, kept in the tab until after the login. Of two that are the same,
 * only the newer is kept.
 */
export function wantedList<T extends Piece>(
  key: 'wanted' | 'wanted-wish',
  isSame: (one: T, other: T) => boolean,
) {
  const read = (): T[] => {
    try {
      const kept: unknown = JSON.parse(perTab.get(key) ?? '[]')
      // Earlier builds of the shop kept one piece for the cart, by itself.
      return [kept].flat().filter(isPiece<T>)
    } catch {
      return []
    }
  }
  return {
    remember: (wanted: T): void => {
      const others = read().filter((other) => !isSame(other, wanted))
      perTab.set(key, JSON.stringify([...others, wanted].slice(-mostOfThem)))
    },
    /** The piece that was wanted last. */
    last: (): T | undefined => read().at(-1),
    /** What was wanted, in that order, returned once: it is then forgotten. */
    take: (): T[] => {
      const wanted = read()
      perTab.remove(key)
      return wanted
    },
  }
}

// Only this tab writes it; whether the piece is still as it was, and available, the server says when it is added.
const isPiece = <T extends Piece>(kept: unknown): kept is T =>
  typeof kept === 'object' && kept !== null && 'slug' in kept && typeof kept.slug === 'string'
