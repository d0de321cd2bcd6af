import { restockingPercent, returnWindowDays } from '#contract/constants.ts'
import { toPounds } from '#contract/money.ts'
import { shippingCost, shippingMethodOf } from '#contract/shipping.ts'
import type { HeadTag } from './head.ts'

const schemaOrg = 'https://schema.org'
const { days } = shippingMethodOf('standard')

/** What structured data name by its `@id`; the server's own affair, so that no page's code brings any of it. */
const policies = [
  {
    '@context': schemaOrg,
    '@type': 'OfferShippingDetails',
    '@id': 'shop:/#delivery',
    shippingRate: { '@type': 'MonetaryAmount', value: toPounds(shippingCost('standard')), currency: 'GBP' },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'GB' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      transitTime: {
        '@type': 'QuantitativeValue',
        minValue: days[0],
        maxValue: days[1],
        unitCode: 'DAY',
      },
    },
  },
  {
    '@context': schemaOrg,
    '@type': 'MerchantReturnPolicy',
    '@id': 'shop:/#returns',
    applicableCountry: 'GB',
    returnPolicyCategory: `${schemaOrg}/MerchantReturnFiniteReturnWindow`,
    merchantReturnDays: returnWindowDays,
    returnMethod: `${schemaOrg}/ReturnByMail`,
    returnFees: `${schemaOrg}/ReturnFeesCustomerResponsibility`,
    // A number is a share of the price, in per cent.
    restockingFee: restockingPercent,
    merchantReturnLink: 'shop:/resources/returns-exchanges',
  },
]

/** The same tags with those of the shop's policies that their structured data name. */
export const withPolicies = (tags: readonly HeadTag[]): HeadTag[] => [
  ...tags,
  ...policies
    .filter((policy) => tags.some(({ text }) => text.includes(`"${policy['@id']}"`)))
    .map((policy): HeadTag => ({
      tag: 'script',
      attributes: { type: 'application/ld+json' },
      text: JSON.stringify(policy),
    })),
]
