import type { IconName } from '#src/ui/icons.ts'

type StatusTone = 'neutral' | 'warning' | 'info' | 'positive' | 'critical'

const tones: Readonly<Record<string, StatusTone>> = {
  processing: 'warning',
  shipped: 'info',
  delivered: 'positive',
  cancelled: 'critical',
}

const icons: Readonly<Record<string, IconName>> = {
  pending: 'clock',
  processing: 'package',
  shipped: 'truck',
  delivered: 'check',
  cancelled: 'close',
}

/** Processing yellow, shipped blue, delivered green, cancelled red; all others, pending among them, grey. */
export const statusTone = (status: string): StatusTone => tones[status] ?? 'neutral'
export const statusIcon = (status: string): IconName => icons[status] ?? 'info'

/** `Processing`; a status the shop does not know is shown as it came. */
export const statusName = (status: string): string => `${status.charAt(0).toUpperCase()}${status.slice(1)}`
