import { ownBuild } from './build.ts'

const key = 'reloaded-for'

/**
 * A page that stayed open over several releases may ask for code that is no longer there. Loading it again helps, once
 * for each build and not without a network: then it would lead from a page with a hole to no page at all.
 */
export function recoverLostCode() {
  const build = ownBuild()
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router has a reload of its own, which knows neither; this is how it notes that it has done it.
    note(`tanstack_router_reload:${payload.message}`, '1')
    if (!navigator.onLine || sessionStorage.getItem(key) === build) return
    note(key, build)
    location.reload()
  })
}

function note(name: string, value: string) {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // Where nothing can be noted, nothing is reloaded: it might never end.
  }
}
