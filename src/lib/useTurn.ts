import { useState } from 'react'
import { useSession } from './useSession.ts'

/**
 * Another number for each customer who follows somebody else: as a key it begins anew what holds things of theirs, such
 * as what is typed. Who has left keeps their turn until somebody comes.
 */
export function useTurn(): number {
  const id = useSession().user?.id
  const [last, setLast] = useState({ id, turn: 0 })
  if (id !== undefined && id !== last.id)
    setLast({ id, turn: last.id === undefined ? last.turn : last.turn + 1 })
  return last.turn
}
