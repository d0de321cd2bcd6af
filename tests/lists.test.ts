import { expect, test } from 'vitest'
import { checkoutSteps, paymentMethods } from '#contract/checkout.ts'
import { categories, priceBuckets, reservedSlugs, sortOptions } from '#contract/listing.ts'
import { OrderStatus } from '#contract/order.ts'
import { unsentStatuses } from '#contract/orderTexts.ts'
import { shippingMethods } from '#contract/shipping.ts'
import { categoryBar } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { ringSizes } from '#contract/sizes.ts'
import { tabs } from '#src/features/account/tabs.ts'
import { accountLinks } from '#src/shell/accountLinks.ts'
import { footerSections } from '#src/shell/footerLinks.ts'

const labelsOf = (list: readonly { label: string }[]) => list.map(({ label }) => label)
const valuesOf = (list: readonly { value: string }[]) => list.map(({ value }) => value)

// Other tests take them from where the shop has them, so that none of those would tell if one were mistyped.
test.each<[string, readonly string[], string]>([
  [
    'the category bar',
    labelsOf(categoryBar),
    'All Jewellery, Rings, Earrings, Bracelet, Chain, Anklet, Gifting, Contact',
  ],
  ['the account menu', labelsOf(accountLinks), 'Account Details, My Orders, Track Order'],
  [
    'the account’s parts',
    labelsOf(tabs),
    'Profile Information, Addresses, Orders, Wishlist, Payment Methods',
  ],
  ['the footer', footerSections.map(({ title }) => title), 'Shop, Resources, About Us'],
  ['the checkout', checkoutSteps, 'Information, Shipping, Payment, Review'],
  ['the means of payment', valuesOf(paymentMethods), 'card, paypal, bank_transfer'],
  ['the ways of delivery', valuesOf(shippingMethods), 'standard, express, overnight'],
  ['what an order may be', OrderStatus.options, 'pending, processing, shipped, delivered, cancelled'],
  ['what may be cancelled', unsentStatuses, 'pending, processing'],
  [
    'the sort menu',
    labelsOf(sortOptions),
    'Best Matches, Price: Low to High, Price: High to Low, Newest First',
  ],
  ['its values', valuesOf(sortOptions), 'best_match, price_low_high, price_high_low, newest'],
  ['the prices to filter by', labelsOf(priceBuckets), 'Under £300, £300 - £600, £600 - £900, Over £900'],
  ['their values', valuesOf(priceBuckets), '0-300, 300-600, 600-900, 900-'],
  [
    'the server’s categories',
    categories.map(({ slug }) => slug),
    'rings, earrings, bracelets, chains, anklets, gifts, pendants',
  ],
  [
    'what no piece may be called',
    reservedSlugs,
    'all-jewellery, rings, earrings, bracelets, chains, anklets, gifting, pendants, search-results',
  ],
  [
    'the hours',
    [shopDetails.supportHours, shopDetails.officeHours],
    'Mon-Sat, 10AM-6PM IST, Mon-Sat 9:00 AM to 6:00 PM',
  ],
  [
    'the ring sizes',
    ringSizes.map(({ us, diameter, uk }) => `${us} / ${diameter.toFixed(1)} / ${uk}`),
    '3 / 14.0 / F, 3½ / 14.4 / G, 4 / 14.8 / H, 4½ / 15.2 / I, 5 / 15.6 / J½, 5½ / 16.0 / K½, 5¾ / 16.3 / L, 6 / 16.5 / L½, 6½ / 16.9 / M½, 7 / 17.3 / N½, 7½ / 17.7 / O½, 8 / 18.1 / P½',
  ],
])('%s: as specified, in that order', (_what, list, specified) => {
  expect(list.join(', ')).toBe(specified)
})
