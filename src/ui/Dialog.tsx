import {
  type FocusEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { hasInput } from '#src/lib/hasInput.ts'
import { Button } from './Button.tsx'
import * as css from './Dialog.css.ts'
import { focusTitle } from './focusTitle.ts'
import { IconButton } from './IconButton.tsx'
import { keepFromSecondPress, keepPageFromSecondPress } from './secondPress.ts'

type ModalProps = {
  title: ReactNode
  children?: ReactNode
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  onClose: () => void
  className?: string | undefined
  /** For a special body, such as one that fills the dialog to its edges. */
  bodyClassName?: string | undefined
}

type FrameProps = ModalProps & {
  placement: keyof typeof css.placement
  role?: 'alertdialog' | undefined
  closing?: 'freely' | 'on-purpose' | undefined
}

/**
 * Open for as long as it is rendered. The browser keeps the focus inside, makes the rest inert and gives the focus
 * back at the end. An element with `data-autofocus` gets the focus first, otherwise the title. A press outside closes it,
 * unless something is typed in it.
 */
function Modal({
  title,
  children,
  actions,
  onClose,
  className,
  bodyClassName = '',
  placement,
  role,
  closing = 'freely',
}: FrameProps) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const hadFocus = useRef(true)
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!dialog.open) {
      hadFocus.current = document.activeElement !== document.body
      open(dialog)
    }
    const first =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ??
      dialog.querySelector<HTMLElement>('[data-title]')
    first?.focus()
    const hearAll = keepFromSecondPress(dialog)
    const end = () => {
      hearAll?.()
      shut(dialog)
      keepPageFromSecondPress()
      // What had the focus before may have gone meanwhile, and the heir that came in its place could not be given it.
      if (hadFocus.current) setTimeout(() => document.activeElement === document.body && focusTitle())
    }
    if (closing === 'on-purpose') return end

    // A press that starts inside and ends outside is somebody selecting text, not closing.
    let startedOutside = false
    const press = (event: PointerEvent) =>
      void (startedOutside = event.target === dialog && isOutside(dialog, event))
    const release = (event: MouseEvent) => {
      const isPressOutside = startedOutside && event.target === dialog && isOutside(dialog, event)
      // A slip of the finger, or the click that brings a window back, must not cost a whole form.
      if (isPressOutside && !hasInput(dialog)) close()
    }
    dialog.addEventListener('pointerdown', press)
    dialog.addEventListener('click', release)
    return () => {
      dialog.removeEventListener('pointerdown', press)
      dialog.removeEventListener('click', release)
      end()
    }
  }, [closing])

  // Safari does not focus a button that is clicked, so no focus is lost when the dialog closes. Nobody around it may
  // then take its focus for their own: they would give it to an heir, and the page would jump there.
  const keepToItself = (event: FocusEvent) => {
    if (!hadFocus.current) event.stopPropagation()
  }
  const cancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A file input inside fires an event of the same name, which bubbles.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    // Chrome closes on a second Escape without asking; what is shown must follow.
    if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
  }
  const isSheet = placement !== 'centre'

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keeping to itself is no action
    <dialog
      ref={ref}
      className={className ? `${css.placement[placement]} ${className}` : css.placement[placement]}
      role={role}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={role ? `${id}-body` : undefined}
      onFocus={keepToItself}
      onCancel={cancel}
      onClose={closed}
    >
      <header className={css.header}>
        <h2 id={`${id}-title`} className={css.title} tabIndex={-1} data-title="">
          {title}
        </h2>
        {closing === 'freely' && <IconButton icon="close" label="Close" onClick={onClose} />}
      </header>
      {children && (
        <div id={`${id}-body`} className={`${isSheet ? css.bodyOfSheet : css.body} ${bodyClassName}`}>
          {children}
        </div>
      )}
      {actions && <div className={isSheet ? css.actionsOfSheet : css.actions}>{actions}</div>}
    </dialog>
  )
}

function open(dialog: HTMLDialogElement) {
  const page = document.documentElement
  // An overlay scrollbar takes no space that would have to be reserved.
  page.toggleAttribute('data-bar', innerWidth > page.clientWidth)
  // jsdom and the oldest phones have the element but not its methods.
  if ('showModal' in dialog) dialog.showModal()
  else (dialog as Element).setAttribute('open', '')
}

function shut(dialog: HTMLDialogElement) {
  if ('close' in dialog) dialog.close()
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent) {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}

type DialogProps = ModalProps & {
  /** For what comes unrequested and must be known: screen readers read its text as it opens. */
  role?: 'alertdialog' | undefined
}

/** A modal dialog in the middle of the page. Render it to open it. */
export function Dialog(props: DialogProps) {
  return <Modal {...props} placement="centre" />
}

type SheetProps = ModalProps & { placement?: 'left' | 'right' | 'bottom' | 'screen' | undefined }

/** As `Dialog`, along an edge: filters, menus, the size guide. */
export function Sheet({ placement = 'right', ...props }: SheetProps) {
  return <Modal {...props} placement={placement} />
}

type ConfirmDialogProps = {
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  tone?: 'primary' | 'critical' | undefined
  isBusy?: boolean | undefined
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks before something that cannot be undone; the harmless answer has the focus. Once it is under way that answer
 * would be untrue, so only 'Close' is left, and nobody has to wait here for an answer that never comes.
 */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'primary',
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const actions = (
    <>
      <Button tone="secondary" aria-disabled={isBusy} onClick={onCancel} data-autofocus="">
        {cancelLabel}
      </Button>
      <Button tone={tone} isBusy={isBusy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Modal title={title} actions={actions} onClose={onCancel} placement="centre" role="alertdialog">
      {children}
    </Modal>
  )
}

type AlertDialogProps = {
  title: ReactNode
  children: ReactNode
  onClose: () => void
}

/** Reports a failure that must not be missed; a press outside does not close it. */
export function AlertDialog({ title, children, onClose }: AlertDialogProps) {
  const actions = (
    <Button onClick={onClose} data-autofocus="">
      OK
    </Button>
  )
  return (
    <Modal
      title={title}
      actions={actions}
      onClose={onClose}
      placement="centre"
      role="alertdialog"
      closing="on-purpose"
    >
      {children}
    </Modal>
  )
}
