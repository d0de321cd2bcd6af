import type { QueryClient } from '@tanstack/react-query'
import { ownBuild } from './build.ts'
import { mayReload } from './mayReload.ts'
import { probe } from './probe.ts'
import { reloadPage } from './reloadPage.ts'

const key = 'reloaded-for'

/** In milliseconds: what a reload did not mend is not mended by another one so soon, and it must come to an end. */
const pause = 60_000

/** How browsers say that code could not be loaded: Chromium and Firefox, Safari, and Vite of its styles. */
const reports = /dynamically imported module|module script failed|preload CSS/i

export const isLostCode = (error: unknown): boolean => error instanceof Error && reports.test(error.message)

/**
 * A page that stayed open over several releases may request code that no longer exists. A reload helps, and only from a
 * server that answers: without one (no network, a shop that is just starting its next version) it would turn a page
 * with a gap into no page at all. If it would lose something typed, the gap is left to the part that shows it, and the
 * reload to the shopper.
 */
export function recoverLostCode(queryClient: QueryClient) {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router has a reload of its own, which checks neither; this is how it records that it has reloaded.
    note(`tanstack_router_reload:${payload.message}`, '1')
    void reloadOnce(queryClient)
  })
}

/** Once in a while, and never where it would lose something. */
export async function reloadOnce(queryClient: QueryClient): Promise<void> {
  if (!navigator.onLine || !(await probe()) || !mayReload(queryClient)) return
  const [build, at] = noted()?.split(' ') ?? []
  if (build === ownBuild() && Math.abs(Date.now() - Number(at)) < pause) return
  const mark = `${ownBuild()} ${Date.now()}`
  note(key, mark)
  // If nothing can be noted, nothing is reloaded: it might never end.
  if (noted() === mark) await reloadPage()
}

/**
 * Loads the page again if the server answers; returns whether it does. Only a new document asks again for code that
 * could not be loaded: Safari and Firefox keep the failure for as long as the page is open
 * (https://github.com/whatwg/html/issues/6768).
 */
export async function reloadIfAnswered(): Promise<boolean> {
  if (!(await probe())) return false
  await reloadPage()
  return true
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
