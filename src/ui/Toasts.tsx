import { type FocusEvent, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import {
  resolveValue,
  type Renderable,
  type Toast,
  toast as hotToast,
  useToaster,
} from 'react-hot-toast/headless'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { IconName } from './icons.ts'
import type { ToastTone } from './notify.ts'
import { isCovered, toastDetails, watchCover } from './toasting.ts'
import * as css from './Toasts.css.ts'

const icons: Record<ToastTone, IconName> = {
  success: 'check',
  error: 'error',
  warning: 'warning',
  news: 'info',
}

const never = () => () => undefined

/**
 * The toasts raised by `notify`, inside `ToastHost`. The timer stops while a toast is hovered or focused, or a dialog
 * covers it; when it closes, the focus goes back to where it was.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  const region = useRef<HTMLUListElement>(null)
  /** Where the focus was before it came here; undefined while it is elsewhere. */
  const origin = useRef<EventTarget | null>(undefined)

  const enter = ({ relatedTarget }: FocusEvent) => {
    handlers.startPause()
    if (origin.current === undefined) origin.current = relatedTarget
  }
  const unpoint = () => {
    if (!region.current?.contains(document.activeElement)) handlers.endPause()
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    handlers.endPause()
    if (!region.current?.contains(relatedTarget)) origin.current = undefined
  }
  const giveBack = () => {
    const place = origin.current
    if (place === undefined) return
    origin.current = undefined
    const isThere = place instanceof HTMLElement && place.isConnected
    const heir = isThere ? place : document.getElementById('main')
    heir?.focus({ preventScroll: true })
  }
  const isBeneath = useSyncExternalStore(toasts.length > 0 ? watchCover : never, isCovered)
  useEffect(() => {
    if (isBeneath) handlers.startPause()
    else unpoint()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what covers them begins and ends it
  }, [isBeneath])
  useLayoutEffect(() => {
    const list = region.current
    if (!list) return
    if (toasts.length === 0) document.documentElement.style.removeProperty('--said')
    // Told at once of what is there, and then whenever words or window change.
    const observer = new ResizeObserver(() => stack(list))
    for (const message of list.children) observer.observe(message)
    return () => observer.disconnect()
  }, [toasts])
  // React fires no blur event when it removes the focused element.
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isHere = region.current?.contains(focused) === true && focused?.closest('[inert]') === null
    if (origin.current === undefined || isHere) return
    handlers.endPause()
    giveBack()
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pausing is no action of its own
    <ul
      ref={region}
      className={css.region}
      aria-label="Messages"
      onMouseEnter={handlers.startPause}
      onMouseLeave={unpoint}
      onFocus={enter}
      onBlur={leave}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onClose={giveBack} />
      ))}
    </ul>
  )
}

/** Says of each message how much room the newer ones, which come before it, take, and of the page what all of them do. */
function stack(list: HTMLElement) {
  let taken = 0
  for (const message of list.children) {
    if (!(message instanceof HTMLElement)) continue
    message.style.setProperty(css.newer, `${taken}px`)
    taken += message.offsetHeight + css.gap
  }
  // Some stay until they are answered: nothing that the keyboard reaches may hide behind them (`Shell.css.ts`).
  document.documentElement.style.setProperty('--said', `${taken}px`)
}

function ToastItem({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { tone, action, saidAt } = toastDetails(toast.id)
  const close = () => {
    hotToast.dismiss(toast.id)
    onClose()
  }
  return (
    // While it fades, the keyboard would come to it before a newer one, and lose its place with it.
    <li className={css.toast} data-state={toast.visible ? 'shown' : 'leaving'} inert={!toast.visible}>
      <Icon name={icons[tone]} className={css.tone[tone]} />
      {/* Anew each time: of the same words in the same place a screen reader would hear nothing. */}
      <div key={saidAt} className={css.body}>
        <Message content={resolveValue(toast.message, toast)} />
      </div>
      {action && (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            action.run()
            close()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="close" label="Close message" onClick={close} />
    </li>
  )
}

function Message({ content }: { content: Renderable }) {
  if (typeof content !== 'string') return content
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2) return <p>{content}</p>
  return (
    <ul className={css.list}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
