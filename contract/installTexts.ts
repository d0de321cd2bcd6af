import { shop } from './shop.ts'

/** What the shop says of being installed. */
export const installTexts = {
  title: `Keep ${shop.name} at hand`,
  text: 'On your home screen it opens at once, without a network too, with your wishlist and cart.',
  install: 'Install',
  notNow: 'Not now',
  steps: ['Tap Share', 'Choose ‘Add to Home Screen’', 'Tap Add'],
} as const
