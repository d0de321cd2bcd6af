import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import { LoadFailed } from './LoadFailed.tsx'
import * as css from './section.css.ts'

type Props<Item> = {
  /** The query of what is kept. */
  query: { data: Item[] | undefined; error: Error | null; refetch: () => Promise<unknown> }
  /** What it is called: 'Your addresses'. */
  what: string
  /** Said if it cannot be loaded. */
  failure: string
  empty: { title: string; text: string }
  /** The label of the button that adds one. */
  addLabel: string
  /** How many may be kept, and what replaces the button once there are as many. */
  most: number
  full: string
  /** Whether the dialog that adds one was open when the page was left. */
  wasAdding?: () => boolean
  card: (item: Item) => ReactNode
  dialog: (close: () => void) => ReactNode
  /** Below the cards. */
  note?: ReactNode
}

/**
 * What a customer keeps with us, as cards, and the button that adds one, which gets the focus when the control that had
 * it is gone.
 */
export function KeptCards<Item extends { id: string }>(props: Props<Item>) {
  const { query, card, most, full } = props
  const [isAdding, setAdding] = useState(props.wasAdding ?? false)
  const { heir, within } = useHeir()
  const { data: items, error } = query
  if (!items) {
    return error ? (
      <LoadFailed
        error={error}
        what={props.what}
        failure={props.failure}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Loading className={css.pending} />
    )
  }
  const add = (
    <Button ref={heir} icon="plus" onClick={() => setAdding(true)}>
      {props.addLabel}
    </Button>
  )
  return (
    <div {...within}>
      {items.length === 0 ? (
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
          {items.length < most ? (
            add
          ) : (
            <p ref={heir} tabIndex={-1} className={css.quiet}>
              {full}
            </p>
          )}
          {props.note}
        </div>
      )}
      {isAdding && <Adding dialog={props.dialog} onClose={() => setAdding(false)} />}
    </div>
  )
}

const Adding = ({ dialog, onClose }: Pick<Props<never>, 'dialog'> & { onClose: () => void }) =>
  dialog(onClose)
