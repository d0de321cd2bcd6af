import type { OrderStatus } from '#contract/order.ts'
import type { IconName } from '#src/ui/icons.ts'

type Look = { tone: 'neutral' | 'warning' | 'info' | 'positive' | 'critical'; icon: IconName }

const known: Record<OrderStatus, Look> = {
  pending: { tone: 'neutral', icon: 'clock' },
  processing: { tone: 'warning', icon: 'package' },
  shipped: { tone: 'info', icon: 'truck' },
  delivered: { tone: 'positive', icon: 'check' },
  cancelled: { tone: 'critical', icon: 'close' },
}
const looks: ReadonlyMap<string, Look> = new Map(Object.entries(known))

/** Processing yellow, shipped blue, delivered green, cancelled red; all others, including pending, grey. */
export const statusTone = (status: string): Look['tone'] => looks.get(status)?.tone ?? 'neutral'
export const statusIcon = (status: string): IconName => looks.get(status)?.icon ?? 'info'

/** `Processing`; a status the shop does not know is shown as it came. */
export const statusName = (status: string): string =>
  looks.has(status) ? `${status.charAt(0).toUpperCase()}${status.slice(1)}` : status
