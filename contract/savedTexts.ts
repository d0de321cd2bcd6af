/** What the shop says about what is kept on this device, and about changes that wait for the network. */
export const savedTexts = {
  intro:
    'What you have looked at opens here without a network, with the prices and stock of when you saw it. It stays for a day, and only on this device.',
  nothing: 'Nothing is saved on this device yet',
  nothingHint: 'Look at a few pieces while you are online, and they wait for you here.',
  whatIsSaved: 'What is saved on this device',
  whatIsSavedShort: 'Saved pages',
  /** `what` is 'Your orders', or 'This page'. */
  needsNetwork: (what: string) => `${what} cannot be shown without a network`,
  /** For a page of the catalogue that was never read here. */
  notSaved: 'This page has not been saved on this device',
  notSavedHint: 'It needs the network. What you have looked at before opens without one.',
  notKeptHere:
    'Orders, addresses, your profile and cards are never kept on a device, so that nobody else can read them there.',
  notKept:
    'This could not be done: the shop cannot be reached, and this browser keeps nothing until it can. Please try again when you are online.',
  unreadableChanges:
    'Some changes that you made here earlier could not be read. Please check your cart and wishlist.',
  foreignChanges:
    'Some changes to your cart or wishlist were made in another version of the shop. They wait until you reload this page.',
  /** `moment` is when it was read: '14:32'. */
  copyFrom: (moment: string) => `Saved copy from ${moment}`,
  partFrom: (moment: string) => `Only what is saved here, from ${moment}`,
  waitsForNetwork: 'Saved on this device. It is sent as soon as you are back online.',
  /** After a sign-out, with which they go. */
  waitingGone: 'Changes to your cart or wishlist that were waiting to be sent were removed, too.',
  /** What a price is since it was last seen. */
  priceNow: (name: string, price: string) => `The price of ${name} is now ${price}.`,
} as const
