import { useState } from 'react'
import { useSession } from './useSession.ts'

/**
 * A number that changes when one customer follows another: used as a key it remounts whatever holds the former one's
 * things, such as typed text. After a sign-out it stays until somebody else signs in.
 */
export function useTurn(): number {
  const id = useSession().user?.id
  const [last, setLast] = useState({ id, turn: 0 })
  if (id !== undefined && id !== last.id)
    setLast({ id, turn: last.id === undefined ? last.turn : last.turn + 1 })
  return last.turn
}
