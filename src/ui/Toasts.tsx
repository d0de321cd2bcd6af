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
import { toastDetails } from './toasting.ts'
import * as css from './Toasts.css.ts'

const icons: Record<ToastTone, IconName> = {
  success: 'check',
  error: 'error',
  warning: 'warning',
  news: 'info',
}

/** What `notify` said, inside `ToastHost`. Time stands still while a toast is pointed at or has the focus. */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pausing is no action of its own
    <ul
      className={css.region}
      aria-label="Messages"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </ul>
  )
}

function ToastItem({ toast }: { toast: Toast }) {
  const { tone, action } = toastDetails(toast.id)
  const close = () => hotToast.dismiss(toast.id)
  return (
    <li className={css.toast} data-state={toast.visible ? 'shown' : 'leaving'}>
      <Icon name={icons[tone]} className={css.tone[tone]} />
      <div className={css.body}>
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
