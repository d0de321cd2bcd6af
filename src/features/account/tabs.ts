import type { IconName } from '#src/ui/icons.ts'
import { type Tab, tabNames } from './tabNames.ts'

const looks: Record<Tab, { label: string; icon: IconName }> = {
  profile: { label: 'Profile Information', icon: 'user' },
  addresses: { label: 'Addresses', icon: 'pin' },
  orders: { label: 'Orders', icon: 'package' },
  wishlist: { label: 'Wishlist', icon: 'heart' },
  'payment-methods': { label: 'Payment Methods', icon: 'card' },
}

export const tabs = tabNames.map((tab) => ({ tab, ...looks[tab] }))
export const tabLabel = (tab: Tab): string => looks[tab].label
