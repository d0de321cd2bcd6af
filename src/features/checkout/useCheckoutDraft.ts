import { useEffect, useRef, useState } from 'react'
import {
  type CheckoutDraft,
  keepCheckoutDraft,
  leaveCheckoutDraft,
  readCheckoutDraft,
} from './checkoutDraft.ts'

/** What this customer types and chooses in the first two steps, kept with every change. */
export function useCheckoutDraft(customer: string) {
  const [draft, setDraft] = useState(() => readCheckoutDraft(customer))
  // The draft as it is now, for work begun several renders ago: saving an address takes time, and the shopper goes on
  // meanwhile.
  const newest = useRef(draft)
  const change = (part: Partial<CheckoutDraft>): CheckoutDraft => {
    newest.current = { ...newest.current, ...part }
    setDraft(newest.current)
    keepCheckoutDraft(newest.current)
    return newest.current
  }
  useEffect(() => {
    const leave = () => leaveCheckoutDraft(customer)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [customer])
  return { draft, newest, change }
}
