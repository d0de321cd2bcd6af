import { Suspense, useSyncExternalStore } from 'react'
import { island } from '#src/lib/island.ts'
import { firstToast } from './notify.ts'

const Toasts = island(async () => (await import('./Toasts.tsx')).Toasts)

/** The place where messages appear; once in the shell. Screen readers must know it before the first message. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(firstToast.subscribe, firstToast.isWanted, () => false)
  return (
    <div aria-live="polite" aria-relevant="additions text">
      {isWanted && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </div>
  )
}
