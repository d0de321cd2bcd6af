import type { QueryClient } from '@tanstack/react-query'
import { ownBuild } from './build.ts'
import { mayReload } from './mayReload.ts'
import { probe } from './probe.ts'

const key = 'reloaded-for'

/**
 * A page that stayed open over several releases may request code that no longer exists. A reload helps, once for each
 * build, and only from a server that answers: without one (no network, a shop that is just starting its next version)
 * it would turn a page with a gap into no page at all. If it would lose something typed, the gap is left to the part
 * that shows it, and the reload to the shopper.
 */
export function recoverLostCode(queryClient: QueryClient) {
  const build = ownBuild()
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router has a reload of its own, which checks neither; this is how it records that it has reloaded.
    note(`tanstack_router_reload:${payload.message}`, '1')
    void reloadOnce(build, queryClient)
  })
}

async function reloadOnce(build: string, queryClient: QueryClient) {
  if (!navigator.onLine || !(await probe()) || !mayReload(queryClient)) return
  if (noted() === build) return
  note(key, build)
  // If nothing can be noted, nothing is reloaded: it might never end.
  if (noted() !== build) return
  await import('./place.ts').then(
    ({ keepPlace }) => keepPlace(),
    // It cannot be loaded either: then the shopper is taken to the top of the page.
    () => undefined,
  )
  location.reload()
}

function noted(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function note(name: string, value: string) {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // Not noted: whoever reads it finds nothing.
  }
}
