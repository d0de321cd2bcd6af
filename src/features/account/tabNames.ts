/**
 * The parts of the account, by their names in the address. In a file of their own, because every page loads the routes.
 */
export const tabNames = ['profile', 'addresses', 'orders', 'wishlist', 'payment-methods'] as const
export type Tab = (typeof tabNames)[number]
