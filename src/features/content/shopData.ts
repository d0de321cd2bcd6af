import { shop } from '#contract/shop.ts'
import { postalAddress, shopDetails } from '#contract/shopDetails.ts'

/** Whose shop this is and where it is searched, as structured data; `shop:` stands for its own address. */
export const shopData = () => [
  {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': 'shop:/#organization',
    name: shop.name,
    slogan: shop.tagline,
    url: 'shop:/',
    logo: 'shop:/icons/icon-512.png',
    email: shopDetails.email,
    telephone: shopDetails.phone,
    address: { '@type': 'PostalAddress', ...postalAddress },
    hasMerchantReturnPolicy: { '@id': 'shop:/#returns' },
    ...(shopDetails.social.length > 0 && { sameAs: shopDetails.social.map(({ href }) => href) }),
  },
  {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shop.name,
    url: 'shop:/',
    publisher: { '@id': 'shop:/#organization' },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: 'shop:/products/search-results?query={search_term_string}',
      },
      'query-input': 'required name=search_term_string',
    },
  },
]
