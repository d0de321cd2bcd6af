import type { Product } from '#contract/catalogue.ts'
import { shop } from '#contract/shop.ts'
import { productData, trailData } from './structuredData.ts'

/** The head of a piece's page; nothing while it is not known. */
export function productHead(product: Product | undefined) {
  if (!product) return {}
  const { slug, image, meta_title, meta_description, name } = product
  return {
    meta: [
      { title: meta_title || `${name} | ${shop.name}` },
      { name: 'description', content: meta_description },
      { property: 'og:type', content: 'product' },
      { property: 'og:title', content: name },
      { property: 'og:description', content: meta_description },
      ...(image === null ? [] : [{ property: 'og:image', content: image }]),
    ],
    links: [{ rel: 'canonical', href: `/products/${slug}` }],
    // Who reads structured data reads it in the document; the browser's code does without it.
    scripts: import.meta.env.SSR
      ? [productData(product), trailData(product)].map((data) => ({
          type: 'application/ld+json',
          children: JSON.stringify(data),
        }))
      : [],
  }
}
