import { toast } from 'react-hot-toast/headless'
import { actionToast, standardToast } from '#contract/constants.ts'
import type { ToastOptions, ToastTone } from './notify.ts'

type Details = { tone: ToastTone; action: ToastOptions['action'] }

// react-hot-toast supports neither a warning tone nor an action, so they are kept beside it.
const details = new Map<string, Details>()

/** Shows a message; to be called through `notify`. */
export function speak(
  tone: ToastTone,
  message: string,
  { id, duration, action }: ToastOptions & { id: string },
) {
  details.delete(id)
  details.set(id, { tone, action })
  // The library shows 20 at most; older details belong to nothing any more.
  for (const old of details.keys()) {
    if (details.size <= 40) break
    details.delete(old)
  }
  const show = { success: toast.success, error: toast.error, warning: toast, news: toast }[tone]
  show(message, { id, duration: Math.max(duration ?? standardToast, action ? actionToast : 0) })
}

/** What `Toasts` needs in addition to the toast itself. */
export const toastDetails = (id: string): Details => details.get(id) ?? { tone: 'success', action: undefined }

/** Dismisses a message, or all that concern whoever is using the shop: what is new in it, everybody still wants to know. */
export function silence(id?: string): void {
  const those = id === undefined ? [...details].filter(([, { tone }]) => tone !== 'news') : [[id] as const]
  for (const [told] of those) toast.dismiss(told)
}
