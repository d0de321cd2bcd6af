import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import * as css from './section.css.ts'

type Props<Item> = {
  /** What is kept, as its query has it. */
  query: { data: Item[] | undefined; error: Error | null; refetch: () => Promise<unknown> }
  /** What it is called: 'Your addresses'. */
  what: string
  /** Read by whom it cannot be shown to when it cannot be had. */
  failure: string
  empty: { title: string; text: string }
  /** What the button that adds one says. */
  addLabel: string
  /** How many may be kept, and what stands in the button's place from there on. */
  most: number
  full: string
  /** Whether the dialog that adds one was open when the page was left. */
  wasAdding?: () => boolean
  card: (item: Item) => ReactNode
  dialog: (close: () => void) => ReactNode
  /** Below the cards. */
  note?: ReactNode
}

/** What a customer keeps with us as cards, and the way to add one, which has the focus again when its dialog closes. */
export function KeptCards<Item extends { id: string }>(props: Props<Item>) {
  const { query, card, most, full } = props
  const [isAdding, setAdding] = useState(props.wasAdding ?? false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setAdding(false))
    opener.current?.focus()
  }
  const { data: items, error } = query
  const isEmpty = items && items.length === 0
  const wasEmpty = useRef(isEmpty)
  // With the first card, before the dialog closes or after, the button that was pressed gives way to another.
  useLayoutEffect(() => {
    const isReplaced = wasEmpty.current !== undefined && wasEmpty.current !== isEmpty
    if (isReplaced && document.activeElement === document.body) opener.current?.focus()
    wasEmpty.current = isEmpty
  }, [isEmpty])
  if (!items) {
    return error ? (
      <LoadFailed
        error={error}
        what={props.what}
        failure={props.failure}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton shape="block" className={css.pending} />
    )
  }
  const add = (
    <Button ref={opener} icon="plus" onClick={() => setAdding(true)}>
      {props.addLabel}
    </Button>
  )
  return (
    <>
      {isEmpty ? (
        <EmptyState drawing="card" title={props.empty.title} action={add}>
          <p>{props.empty.text}</p>
        </EmptyState>
      ) : (
        <div className={css.spaced}>
          <ul className={css.cards}>
            {items.map((item) => (
              <li key={item.id}>{card(item)}</li>
            ))}
          </ul>
          {items.length < most ? add : <p className={css.quiet}>{full}</p>}
          {props.note}
        </div>
      )}
      {isAdding && <Adding dialog={props.dialog} onClose={close} />}
    </>
  )
}

const Adding = ({ dialog, onClose }: Pick<Props<never>, 'dialog'> & { onClose: () => void }) =>
  dialog(onClose)
