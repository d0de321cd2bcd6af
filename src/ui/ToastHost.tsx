import { Suspense, lazy, useSyncExternalStore } from 'react'
import { firstToast } from './notify.ts'

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }))

/** The place where messages appear; once in the shell. Screen readers must know it before the first one is said. */
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
