import type { PaymentMethod } from '#contract/checkout.ts'
import type { IconName } from '#src/ui/icons.ts'

export const paymentIcons = {
  card: 'card',
  paypal: 'wallet',
  bank_transfer: 'bank',
} as const satisfies Record<PaymentMethod, IconName>
