import type { QueryClient } from '@tanstack/react-query'
import { outbox } from './outbox.ts'

const patience = 10_000

/**
 * Sends what waits in the outbox, and resolves once that is done and no change is under way; after ten seconds in any
 * case, because edits survive a reload.
 */
export async function allIsSent(queryClient: QueryClient): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, patience))
  await Promise.race([Promise.all([outbox.flush(), changesAreDone(queryClient)]), late])
}

function changesAreDone(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queryClient.isMutating() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getMutationCache().subscribe(look)
    look()
  })
}
