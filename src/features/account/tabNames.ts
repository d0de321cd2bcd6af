/** The parts of the account, by their names in the address. On its own, because every page's code holds the routes. */
export const tabNames = ['profile', 'addresses', 'orders', 'wishlist', 'payment-methods'] as const
export type Tab = (typeof tabNames)[number]
