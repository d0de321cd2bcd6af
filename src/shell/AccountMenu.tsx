import { type FocusEvent, type MouseEvent, useId, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { useLate } from '#src/lib/useLate.ts'
import { useCloseOutside } from '#src/ui/useCloseOutside.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import * as css from './AccountMenu.css.ts'

const loadPanel = async () => (await import('./AccountPanel.tsx')).AccountPanel

/** The account menu of larger screens: opens below its button, closes on Escape and when it loses the focus. */
export function AccountMenu() {
  const [isOpen, setOpen] = useState(false)
  const { Part: AccountPanel, open } = useLate(loadPanel, () => setOpen(false))
  const id = useId()
  const root = useCloseOutside<HTMLDivElement>(isOpen, setOpen)

  const toggle = () => {
    if (!isOpen) open()
    setOpen(!isOpen)
  }
  const close = () => {
    if (root.current?.contains(document.activeElement)) root.current.querySelector('button')?.focus()
    setOpen(false)
  }
  const closeOnLeave = (event: FocusEvent) => {
    const { relatedTarget } = event
    if (relatedTarget instanceof Node && !event.currentTarget.contains(relatedTarget)) setOpen(false)
  }
  const closeOnChoice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) setOpen(false)
  }

  return (
    <div ref={root} className={css.root} onBlur={closeOnLeave}>
      <IconButton
        icon="user"
        label="Account"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        onClick={toggle}
      />
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its links do
        <div id={id} className={css.panel} onClick={closeOnChoice}>
          {AccountPanel ? <AccountPanel onSignedOut={close} /> : <Loading />}
        </div>
      )}
    </div>
  )
}

const Loading = () => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output is tied to a form, this is not
  <p role="status" className={css.loading}>
    <Spinner />
    {texts.loading}
  </p>
)
