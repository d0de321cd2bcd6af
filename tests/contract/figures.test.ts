import { expect, test } from 'vitest'
import * as constants from '#contract/constants.ts'
import { fewestCriteria, passwordAgeDays, shortestNewPassword } from '#contract/passwordTexts.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { taxPercent } from '#contract/totals.ts'

// Other tests take them from the contract, so that none of those would tell if one were mistyped.
test.each<[string, number, number]>([
  ['pieces on a page', constants.pageSize, 8],
  ['page numbers in a row', constants.paginationWindow, 5],
  ['related pieces', constants.relatedProducts, 4],
  ['wishes in the preview', constants.wishlistPreview, 5],
  ['orders in the profile', constants.recentOrders, 5],
  ['milliseconds until a search on a desktop', constants.desktopSearchDebounce, 800],
  ['milliseconds until a search on a phone', constants.mobileSearchDebounce, 500],
  ['milliseconds until a quantity is sent', constants.cartQuantityDebounce, 500],
  ['milliseconds until another width counts', constants.resizeDebounce, 50],
  ['milliseconds of a slide', constants.carouselAutoplay, 3000],
  ['milliseconds from slide to slide', constants.carouselSpeed, 500],
  ['milliseconds from sign-up to login', constants.redirectAfterSignUp, 2000],
  ['milliseconds from login on', constants.redirectAfterLogin, 1500],
  ['milliseconds from sign-out to the home page', constants.redirectAfterSignOut, 1000],
  ['milliseconds from a new password to login', constants.redirectAfterPasswordReset, 3000],
  ['milliseconds from an order to its cart', constants.cartRefreshAfterOrder, 3000],
  ['milliseconds of a message', constants.standardToast, 3000],
  ['milliseconds of a longer one', constants.longToast, 5000],
  ['milliseconds of the startup loader', constants.startupLoader, 2000],
  ['pieces that the checkout calls few', constants.checkoutLowStock, 5],
  ['days to return', constants.returnWindowDays, 15],
  ['per cent to restock', constants.restockingPercent, 15],
  ['per cent of tax', taxPercent, 7],
  ['characters of a new password', shortestNewPassword, 8],
  ['criteria of a new password', fewestCriteria, 3],
  ['days of a password', passwordAgeDays, 90],
])('%s: as many as specified', (_what, figure, specified) => {
  expect(figure).toBe(specified)
})

test.each<[string, number, number]>([
  ['milliseconds of a message with something to press', constants.actionToast, 8000],
  ['milliseconds of one with something to copy', constants.toCopyToast, 15_000],
  ['of one line', constants.largestQuantity, 999],
  ['lines in a cart', constants.largestCart, 100],
  ['pence in an order', constants.largestSubtotal, 2_000_000_000],
  ['wishes', constants.largestWishlist, 200],
  ['addresses', constants.largestAddressBook, 20],
  ['saved cards', constants.mostSavedCards, 10],
  ['characters of a note', constants.longestNote, 300],
])('%s: as many as docs/deviations.md says', (_what, figure, said) => {
  expect(figure).toBe(said)
})

test('what the browser keeps of a session is under the specified keys', () => {
  expect(Object.values(storageKeys)).toEqual([
    'auth_token',
    'refresh_token',
    'user_data',
    'remember_me',
    'is_first_login',
    'cookie_preferences',
  ])
})
