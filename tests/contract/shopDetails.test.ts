import { expect, it } from 'vitest'
import { postalAddress, shopDetails } from '#contract/shopDetails.ts'

it('the number that is called is the one that is shown', () => {
  expect(shopDetails.phoneHref).toBe(`tel:${shopDetails.phone.replaceAll(' ', '')}`)
})

it('search engines are told the address that every page shows', () => {
  const { streetAddress, addressLocality, postalCode, addressCountry } = postalAddress
  const country = new Intl.DisplayNames('en-GB', { type: 'region' }).of(addressCountry)
  expect(shopDetails.address.slice(1)).toEqual([streetAddress, `${addressLocality} ${postalCode}`, country])
})
