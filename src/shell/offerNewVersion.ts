import type { AnyRouter } from '@tanstack/react-router'
import type { NewVersion } from '#src/offline/worker.ts'
import { notify } from '#src/ui/notify.ts'

const id = 'new-version'

/** Reports a new version of the shop, but not while somebody is ordering. */
export function offerNewVersion({ takeOver }: NewVersion, router: AnyRouter) {
  let isShown = false
  const look = () => {
    const isOrdering = router.state.location.pathname.startsWith('/cart/checkout')
    if (isOrdering === !isShown) return
    isShown = !isOrdering
    if (isOrdering) notify.dismiss(id)
    else
      notify.news('A new version is available', {
        id,
        duration: Infinity,
        action: { label: 'Reload', run: takeOver },
      })
  }
  look()
  router.subscribe('onResolved', look)
}
