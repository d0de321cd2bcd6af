import { toast } from 'react-hot-toast/headless'
import { actionToast, standardToast } from '#contract/constants.ts'
import type { ToastOptions, ToastTone } from './notify.ts'

type Voice = { tone: ToastTone; action: ToastOptions['action'] }
type Details = Voice & {
  /** When it was last said aloud, by a clock that never leaps. */
  saidAt: number
}
type Message = Voice & Omit<ToastOptions, 'id'> & { message: string }

// react-hot-toast supports neither a warning tone nor an action, so they are kept beside it.
const details = new Map<string, Details>()

/** What was said while a dialog was open, by id, until it can be seen. */
const held = new Map<string, Message>()

/**
 * Milliseconds. A live region that has only just ceased to be inert is not announced by every screen reader; Angular's
 * `LiveAnnouncer` waits as long.
 */
const untilHeard = 100

/** Milliseconds. What is repeated sooner failed together, for one reason, and is said aloud once. */
const together = 1_000

/**
 * Shows a message; to be called through `notify`. A modal dialog makes the rest of the page inert, so that nothing in it
 * is announced or can be pressed, and may hide it altogether: until all are closed, the message waits.
 */
export function speak(tone: ToastTone, message: string, { id, ...options }: ToastOptions & { id: string }) {
  const said = { ...options, tone, action: options.action, message }
  held.delete(id)
  if (!isCovered()) return show(id, said)
  if (held.size === 0) waitForPage()
  held.set(id, said)
}

/** Whether a modal dialog is open. */
export const isCovered = (): boolean => document.querySelector('dialog[open]') !== null

/** Calls back at each change of the page that may have opened or closed a dialog. Returns what ends that. */
export function watchCover(changed: () => void): () => void {
  // Not the dialog's own event, which comes late, and nowhere if the dialog is gone from the page by then.
  const changes = new MutationObserver(changed)
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['open'] })
  return () => changes.disconnect()
}

function waitForPage() {
  const unwatch = watchCover(() => {
    if (isCovered()) return
    unwatch()
    setTimeout(showHeld, untilHeard)
  })
}

function showHeld() {
  if (held.size === 0) return
  // Another may have been opened in the meantime.
  if (isCovered()) return waitForPage()
  for (const [id, message] of held) show(id, message)
  held.clear()
}

function show(id: string, { tone, message, duration, action, onShown }: Message) {
  const now = performance.now()
  const before = details.get(id)?.saidAt ?? -Infinity
  details.delete(id)
  details.set(id, { tone, action, saidAt: now - before < together ? before : now })
  // The library shows 20 at most; older details belong to nothing any more.
  for (const old of details.keys()) {
    if (details.size <= 40) break
    details.delete(old)
  }
  const raise = { success: toast.success, error: toast.error, warning: toast, news: toast }[tone]
  raise(message, { id, duration: Math.max(duration ?? standardToast, action ? actionToast : 0) })
  onShown?.()
}

/** What `Toasts` needs in addition to the toast itself. */
export const toastDetails = (id: string): Details =>
  details.get(id) ?? { tone: 'success', action: undefined, saidAt: 0 }

/** Dismisses a message, or all that concern whoever is using the shop: what is new in it, everybody still wants to know. */
export function silence(id?: string): void {
  const those =
    id === undefined ? [...details, ...held].filter(([, { tone }]) => tone !== 'news') : [[id] as const]
  for (const [told] of those) {
    held.delete(told)
    toast.dismiss(told)
  }
}
