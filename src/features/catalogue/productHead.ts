import type { Product } from '#contract/catalogue.ts'
import { shop } from '#contract/shop.ts'
import { headOf } from '#src/lib/pageHead.ts'
import { productData, trailData } from './structuredData.ts'
import { trailOf } from './trail.ts'

/** The head of a piece's page; nothing while the piece is not known. */
export function productHead(product: Product | undefined) {
  if (!product) return {}
  const { slug, image, meta_title, meta_description, name } = product
  return headOf(
    // The name alone is there if nobody wrote a title.
    meta_title === name ? `${name} | ${shop.name}` : meta_title,
    import.meta.env.SSR && {
      description: meta_description,
      path: `/products/${slug}`,
      openGraph: {
        type: 'product',
        title: name,
        ...(image && { image: `${image}${image.includes('?') ? '&' : '?'}w=1000`, 'image:alt': name }),
      },
      data: [productData(product), trailData(trailOf(product))],
    },
  )
}
