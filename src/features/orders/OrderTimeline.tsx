import type { Order } from '#contract/order.ts'
import { formatDateTime } from '#src/lib/dates.ts'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './OrderTimeline.css.ts'

const stages = [
  { status: 'pending', name: 'Placed', icon: 'check' },
  { status: 'processing', name: 'Processing', icon: 'package' },
  { status: 'shipped', name: 'Shipped', icon: 'truck' },
  { status: 'delivered', name: 'Delivered', icon: 'gift' },
] as const

/** How far the order has come, and when; for a cancelled one, how far it had come. */
export function OrderTimeline({ order }: { order: Pick<Order, 'status' | 'created_at' | 'events'> }) {
  const at = (status: string) => order.events.find((event) => event.status === status)?.at
  const reached = Math.max(
    0,
    ...stages.map(({ status }, index) => (status === order.status || at(status) !== undefined ? index : 0)),
  )
  const isCancelled = order.status === 'cancelled'
  const shown = isCancelled ? stages.slice(0, reached + 1) : stages
  return (
    <ol className={css.root} aria-label="Progress of the order">
      {shown.map(({ status, name, icon }, index) => (
        <Stage
          key={status}
          state={index <= reached ? 'done' : 'ahead'}
          name={name}
          icon={icon}
          at={index === 0 ? (at(status) ?? order.created_at) : at(status)}
        />
      ))}
      {isCancelled && <Stage state="cancelled" name="Cancelled" icon="close" at={at('cancelled')} />}
    </ol>
  )
}

type StageProps = { state: keyof typeof css.state; name: string; icon: IconName; at: string | undefined }

function Stage({ state, name, icon, at }: StageProps) {
  return (
    <li className={css.state[state]}>
      <span className={css.markOf[state]} aria-hidden="true">
        <Icon name={icon} size="s" />
      </span>
      <div>
        <p className={css.name}>
          {name}
          {state === 'ahead' && <span className={visuallyHidden}>, not yet</span>}
        </p>
        {at !== undefined && <p className={css.when}>{formatDateTime(at)}</p>}
      </div>
    </li>
  )
}
