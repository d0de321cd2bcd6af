import * as v from 'valibot'
import { dataOf } from './fields.ts'

export const HeroSlide = v.object({
  image: v.string(),
  alt_text: v.string(),
  /** + A few words above the title. */
  eyebrow: v.optional(v.string(), ''),
  title: v.string(),
  subtitle: v.string(),
  /** + What the link says. */
  button_text: v.optional(v.string(), 'Shop now'),
  link: v.string(),
  /** + The side of the picture that is left empty for words. */
  empty_side: v.optional(v.picklist(['left', 'right']), 'left'),
})
export type HeroSlide = v.InferOutput<typeof HeroSlide>
export const HeroSliderAnswer = dataOf(v.array(HeroSlide))

export const CategoryTile = v.object({
  title: v.string(),
  slug: v.nullable(v.string()),
  image: v.nullable(v.string()),
  count: v.number(),
})
export type CategoryTile = v.InferOutput<typeof CategoryTile>
export const PopularCategoriesAnswer = dataOf(v.array(CategoryTile))

export const Banner = v.object({
  banner_type: v.picklist(['special_offer', 'new_collection']),
  title: v.string(),
  image: v.string(),
  /** + */
  alt_text: v.optional(v.string(), ''),
  button_text: v.string(),
  button_link: v.string(),
})
export type Banner = v.InferOutput<typeof Banner>
export const OfferBannersAnswer = dataOf(v.array(Banner))

export const PromiseItem = v.object({
  icon: v.string(),
  title: v.string(),
  subtitle: v.nullable(v.string()),
})
export type PromiseItem = v.InferOutput<typeof PromiseItem>
export const PromiseItemsAnswer = dataOf(v.array(PromiseItem))

export const HeroGridImage = v.object({
  image: v.string(),
  alt_text: v.string(),
  link: v.string(),
})
export type HeroGridImage = v.InferOutput<typeof HeroGridImage>
export const HeroGridImagesAnswer = dataOf(v.array(HeroGridImage))

export const OfferLine = v.object({ text: v.string() })
export type OfferLine = v.InferOutput<typeof OfferLine>
export const OfferLineAnswer = dataOf(v.array(OfferLine))
