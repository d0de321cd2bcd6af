import type { QueryKey } from '@tanstack/react-query'

type Props = {
  /** What was asked for. */
  of: QueryKey
  /** Its answer is on its way: what is shown is of what was asked for before. */
  isWaiting: boolean
  children: string | false
}

/**
 * How many pieces there are, within a status: an element of its own for each answer, so that a screen reader says it
 * also where it is as many as before.
 */
export const ListingCount = ({ of, isWaiting, children }: Props) => (
  <span key={JSON.stringify([of, isWaiting])} aria-hidden={isWaiting || undefined}>
    {children}
  </span>
)
