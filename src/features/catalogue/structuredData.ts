import type { Product } from '#contract/catalogue.ts'
import { toPence } from '#contract/money.ts'
import { shop } from '#contract/shop.ts'
import { isInStock } from '#contract/stock.ts'

const schemaOrg = 'https://schema.org'

/** The server replaces `shop:` with its own address; a page does not know it, and pictures may be hosted elsewhere. */
const whole = (address: string) => (address.startsWith('/') ? `shop:${address}` : address)

/** A piece as structured data for search engines. */
export function productData(product: Product) {
  const { name, sku, slug, meta_description, images, rating, review_count } = product
  return {
    '@context': schemaOrg,
    '@type': 'Product',
    name,
    sku,
    description: meta_description,
    url: whole(`/products/${slug}`),
    image: images.map(({ image }) => whole(image)),
    brand: { '@type': 'Brand', name: shop.name },
    material: product.materials.map((material) => material.name).join(', '),
    offers: offersOf(product),
    ...(rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: review_count },
    }),
  }
}

function offersOf(product: Product) {
  const common = {
    priceCurrency: 'GBP',
    availability: `${schemaOrg}/${isInStock(product) ? 'InStock' : 'OutOfStock'}`,
    itemCondition: `${schemaOrg}/NewCondition`,
    url: whole(`/products/${product.slug}`),
  }
  const prices = product.variants.map(({ price }) => price).toSorted((a, b) => toPence(a) - toPence(b))
  const lowest = prices[0] ?? product.price
  const highest = prices.at(-1) ?? product.price
  return lowest === highest
    ? { '@type': 'Offer', price: lowest, ...common }
    : {
        '@type': 'AggregateOffer',
        lowPrice: lowest,
        highPrice: highest,
        offerCount: prices.length,
        ...common,
      }
}

type Step = { label: string; to?: string | null }

/** The path to a page as structured data; the last step is the page itself. */
export function trailData(steps: readonly Step[]) {
  return {
    '@context': schemaOrg,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(to && { item: whole(to) }),
    })),
  }
}
