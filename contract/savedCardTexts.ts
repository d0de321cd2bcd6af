export const savedCardTexts = {
  added: 'Payment method added successfully',
  removed: 'Payment method removed successfully',
  defaultUpdated: 'Default payment method updated successfully',
  loadFailed: 'Failed to load payment methods',
  /** At the checkout, where there are other ways to pay. */
  unread: 'Your saved cards could not be loaded.',
  addFailed: 'Failed to add payment method',
  /** Of the card that has just paid for an order. */
  notKept: 'Your card could not be saved for next time.',
  /** Nobody has said whether it was saved. */
  perhapsKept: 'Please check whether your card was saved for next time.',
  removeFailed: 'Failed to remove payment method',
  setDefaultFailed: 'Failed to set default payment method',
  notFound: 'Payment method not found.',
  full: 'You have reached the most cards one account can keep.',
  refused: 'Your bank did not accept this card. Please try another one.',
  expired: 'This card has expired. Please choose another one.',
  tooMany: 'Too many cards have been tried. Please wait a while and try again.',
} as const
