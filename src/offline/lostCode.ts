import type { QueryClient } from '@tanstack/react-query'
import { StoodStill } from '#src/lib/loadPart.ts'
import { ownBuild } from './build.ts'
import { giveUp } from './giveUp.ts'
import { mayReload } from './mayReload.ts'
import { probe } from './probe.ts'
import { reloadPage } from './reloadPage.ts'

const key = 'reloaded-for'

/**
 * How long after one reload for a build the next one may follow, in milliseconds: what so many reloads have not mended
 * is not mended by another one so soon, and some parts of a page ask for their code again and again.
 */
const pauses = [0, 60_000, 600_000]
const longestPause = 3_600_000

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
  window.addEventListener('vite:preloadError', ({ payload }) => void reloadOnce(queryClient, payload))
}

/** Once, or ever more seldom while it does not help; and never where it would lose something. */
export async function reloadOnce(queryClient: QueryClient, error: unknown): Promise<void> {
  if (!(await isAnswered(queryClient, error)) || !mayReload(queryClient)) return
  const [build, at, count] = noted()?.split(' ') ?? []
  const before = build === ownBuild() ? Number(count) : 0
  if (Math.abs(Date.now() - Number(at)) < (pauses[before] ?? longestPause)) return
  const mark = `${ownBuild()} ${Date.now()} ${before + 1}`
  note(key, mark)
  // If nothing can be noted, nothing is reloaded: it might never end.
  if (noted() === mark) await reloadPage()
}

/**
 * Loads the page again if the server answers; returns whether it does. Only a new document asks again for code that
 * could not be loaded: Safari and Firefox keep the failure for as long as the page is open
 * (https://github.com/whatwg/html/issues/6768).
 */
export async function reloadIfAnswered(queryClient: QueryClient, error: unknown): Promise<boolean> {
  if (!(await isAnswered(queryClient, error))) return false
  await reloadPage()
  return true
}

/** Whether the server answers, whatever the browser believes of its network: some believe for ever that they have none. */
async function isAnswered(queryClient: QueryClient, error: unknown): Promise<boolean> {
  if (await probe()) return true
  if (!(error instanceof StoodStill)) return false
  giveUp(queryClient)
  return probe()
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
