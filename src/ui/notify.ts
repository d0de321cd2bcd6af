export type ToastTone = 'success' | 'error' | 'warning'
type ToastAction = { label: string; run: () => void }

type Options = {
  /** Milliseconds; 3000, or 8000 when there is an action to reach. */
  duration?: number | undefined
  /** A message with the same id replaces the one on screen. */
  id?: string | undefined
  action?: ToastAction | undefined
}

type Details = { tone: ToastTone; action: ToastAction | undefined }

// react-hot-toast carries neither a warning tone nor an action, so they are kept beside it.
const details = new Map<string, Details>()
let made = 0

// Most visits see no message at all, so what shows them is loaded with the first one.
let isWanted = false
const listeners = new Set<() => void>()
const load = () => import('react-hot-toast/headless')

function show(
  tone: ToastTone,
  message: string,
  { duration, id = `toast-${++made}`, action }: Options = {},
): string {
  details.delete(id)
  details.set(id, { tone, action })
  // The library shows 20 at most; older details belong to nothing any more.
  for (const old of details.keys()) {
    if (details.size <= 40) break
    details.delete(old)
  }
  isWanted = true
  for (const listener of listeners) listener()
  void load().then(({ toast }) => {
    const speak = { success: toast.success, error: toast.error, warning: toast }[tone]
    speak(message, { id, duration: duration ?? (action ? 8000 : 3000) })
  })
  return id
}

/** What `Toasts` needs beside the toast itself. */
export const toastDetails = (id: string): Details => details.get(id) ?? { tone: 'success', action: undefined }

/** Whether anything was ever said, for `ToastHost`. */
export const firstToast = {
  isWanted: () => isWanted,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Short messages over the page; a message of several lines becomes a list. Each returns the toast's id. */
export const notify = {
  success: (message: string, options?: Options) => show('success', message, options),
  error: (message: string, options?: Options) => show('error', message, options),
  warning: (message: string, options?: Options) => show('warning', message, options),
  dismiss: (id?: string) => void load().then(({ toast }) => toast.dismiss(id)),
}
