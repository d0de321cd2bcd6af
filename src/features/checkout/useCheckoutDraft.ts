import { useRef, useState } from 'react'
import { type Draft, keepDraft, readDraft } from './draft.ts'

/** What this customer types and chooses in the first two steps, kept with every change. */
export function useCheckoutDraft(customer: string) {
  const [draft, setDraft] = useState(() => readDraft(customer))
  // The draft as it is now, for work begun several renders ago: saving an address takes time, and the shopper goes on
  // meanwhile.
  const newest = useRef(draft)
  const change = (part: Partial<Draft>): Draft => {
    newest.current = { ...newest.current, ...part }
    setDraft(newest.current)
    keepDraft(newest.current)
    return newest.current
  }
  return { draft, newest, change }
}
