import type { Product } from '#contract/catalogue.ts'
import { shop } from '#contract/shop.ts'
import { available, isInStock } from '#contract/stock.ts'

const schemaOrg = 'https://schema.org'

/** The server replaces `shop:` with its own address; a page does not know it, and pictures may be hosted elsewhere. */
const whole = (address: string) => (address.startsWith('/') ? `shop:${address}` : address)

/**
 * A piece as structured data for search engines. One that comes in variants is a group of products, each with an offer
 * of its own: of a range of prices Google makes no merchant listing. What a piece has not, such as a picture, is left
 * out: an empty value counts as a wrong one.
 */
export function productData(product: Product) {
  const { name, sku, slug, meta_description, rating, review_count, variants } = product
  const url = whole(`/products/${slug}`)
  const common = {
    name,
    description: meta_description,
    url,
    ...picturesOf(product),
    ...materialOf(product),
    brand: { '@type': 'Brand', name: shop.name },
    ...(rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: review_count },
    }),
  }
  if (variants.length === 0)
    return {
      '@context': schemaOrg,
      '@type': 'Product',
      ...common,
      sku,
      offers: offerOf(product.price, isInStock(product), url),
    }
  const property = propertyOf(product.variant_label ?? '')
  return {
    '@context': schemaOrg,
    '@type': 'ProductGroup',
    ...common,
    productGroupID: slug,
    ...(property && { variesBy: [`${schemaOrg}/${property}`] }),
    hasVariant: variants.map((variant) => ({
      '@type': 'Product',
      // A variant's own number in the stock books is not public; this one is as much its own.
      sku: `${sku}-${variant.id}`,
      name: `${name}, ${variant.name}`,
      description: meta_description,
      ...picturesOf(product),
      ...materialOf(product),
      ...(property && { [property]: variant.name }),
      offers: offerOf(variant.price, available({ product, variant }) > 0, `${url}?variant=${variant.id}`),
    })),
  }
}

/** What variants differ in, by the jeweller's own word for it; null where search engines have none. */
const propertyOf = (label: string) =>
  /colou?r/i.test(label)
    ? 'color'
    : /metal|material/i.test(label)
      ? 'material'
      : /size|length|width|diameter/i.test(label)
        ? 'size'
        : null

const picturesOf = ({ images }: Product) =>
  images.length > 0 && { image: images.map(({ image }) => whole(image)) }

const materialOf = ({ materials }: Product) =>
  materials.length > 0 && { material: materials.map((material) => material.name).join(', ') }

/** Delivery and returns are the same for all: `policyData.ts` adds what is named here. */
const offerOf = (price: string, isThere: boolean, url: string) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'GBP',
  availability: `${schemaOrg}/${isThere ? 'InStock' : 'OutOfStock'}`,
  itemCondition: `${schemaOrg}/NewCondition`,
  url,
  shippingDetails: { '@id': 'shop:/#delivery' },
  hasMerchantReturnPolicy: { '@id': 'shop:/#returns' },
})

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
