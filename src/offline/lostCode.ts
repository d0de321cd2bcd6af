import { ownBuild } from './build.ts'
import { probe } from './probe.ts'

const key = 'reloaded-for'

/**
 * A page that stayed open over several releases may ask for code that is no longer there. Loading it again helps, once
 * for each build, and only from a server that answers: without one (no network, a shop that is just starting its next
 * version) it would lead from a page with a hole to no page at all.
 */
export function recoverLostCode() {
  const build = ownBuild()
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router has a reload of its own, which knows neither; this is how it notes that it has done it.
    note(`tanstack_router_reload:${payload.message}`, '1')
    void reloadOnce(build)
  })
}

async function reloadOnce(build: string) {
  if (!navigator.onLine || !(await probe()) || sessionStorage.getItem(key) === build) return
  note(key, build)
  location.reload()
}

function note(name: string, value: string) {
  try {
    sessionStorage.setItem(name, value)
  } catch {
    // Where nothing can be noted, nothing is reloaded: it might never end.
  }
}
