/** Of orders that have not left the shop: they may be cancelled, and somebody has to do something for them. */
export const unsentStatuses = ['pending', 'processing'] as const
export const isCancellable = (status: string): boolean => unsentStatuses.some((one) => one === status)

/**
 * An order's number begins so; then come a hyphen and so many characters that cannot be mistaken for one another (40
 * random bits: tracking is public).
 */
export const orderNumberStart = 'DMS'
export const orderNumberLength = 8
export const orderAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** After the days of delivery of an order: with such a note a piece may have to be engraved first. */
export const laterWith = (note: string | null | undefined): string =>
  note ? ', later if a piece is engraved first' : ''

export const orderTexts = {
  fetchListFailed: 'Failed to fetch orders',
  fetchFailed: 'Failed to fetch order detail',
  cancelFailed: 'Failed to cancel order',
  trackFailed: 'Failed to track order',
  cancelled: 'Order cancelled successfully',
  none: 'No orders found.',
  notFound: 'Order not found.',
  back: 'Back to Orders',
  notCancellable: 'This order has already left us and can no longer be cancelled here.',
  /** Of a cancelled order that was to be paid for: its payment may have been held without ever having been taken. */
  moneyGoesBack: 'Any money taken or held for this order goes back the way it came.',
  confirmCancel: 'Are you sure you want to cancel this order?',
  keep: 'No, Keep Order',
  doCancel: 'Yes, Cancel Order',
  notAvailable: 'Not available',
  note: 'Gift message or engraving',
  engravedStays: 'An engraved piece cannot be returned, unless it is faulty.',
} as const
