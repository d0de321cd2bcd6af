export type ToastTone = 'success' | 'error' | 'warning' | 'news'
type ToastAction = { label: string; run: () => void }

export type ToastOptions = {
  /** Milliseconds; `standardToast`, and never less than `actionToast` when there is an action to reach. */
  duration?: number | undefined
  /** A message with the same id replaces the one on screen. */
  id?: string | undefined
  action?: ToastAction | undefined
  /** Called when it is shown: while a dialog is open, only later. */
  onShown?: (() => void) | undefined
}

// Most visits see no message at all, so what shows them is loaded with the first one.
const load = () => import('./toasting.ts')
let made = 0
let isWanted = false
const listeners = new Set<() => void>()

const say =
  (tone: ToastTone) =>
  (message: string, { id = `toast-${++made}`, ...options }: ToastOptions = {}): string => {
    isWanted = true
    for (const listener of listeners) listener()
    load().then(
      ({ speak }) => speak(tone, message, { ...options, id }),
      // Its code loads after the page, and may be lost: what somebody pressed in vain has to be said all the same.
      () => tone === 'success' || window.early?.say(message),
    )
    return id
  }

/** Whether any message was ever shown, for `ToastHost`. */
export const firstToast = {
  isWanted: () => isWanted,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Short messages over the page; a message of several lines becomes a list. Each returns the toast's id. */
export const notify = {
  success: say('success'),
  error: say('error'),
  warning: say('warning'),
  news: say('news'),
  dismiss: (id?: string) => {
    if (!isWanted) return
    load().then(
      ({ silence }) => silence(id),
      () => undefined,
    )
  },
}
