import type { IconName } from '#src/ui/icons.ts'

/** Where a signed-in customer may want to go. */
export const accountLinks = [
  { label: 'Account Details', to: '/account', icon: 'user' },
  { label: 'My Orders', to: '/orders', icon: 'package' },
  { label: 'Track Order', to: '/track-order', icon: 'truck' },
] as const satisfies readonly { label: string; to: string; icon: IconName }[]
