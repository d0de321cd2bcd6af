import type { Product, ProductGemstone } from '#contract/catalogue.ts'

/** `6.6 mm`, `8 × 6 mm` or `7–7.5 mm`; empty if the stone has no size. The unit has what is not its first number. */
export const sizeOf = ({ size, size_unit }: ProductGemstone): string =>
  size === null ? '' : `${size} ${size_unit ?? 'mm'}`.replace(' –', '–')

export const weightOf = ({ weight, weight_unit }: Product): string => `${weight} ${weight_unit}`

/** What it is made of, for one line: 'Platinum', 'Sapphire 8 mm', '4.1 g'. */
export function summaryOf(product: Product): string[] {
  const main = product.gemstones.find((stone) => stone.is_main)
  const parts = [
    product.materials.map((material) => material.name).join(', '),
    main && `${main.name} ${sizeOf(main)}`.trim(),
    product.weight > 0 && weightOf(product),
  ]
  return parts.flatMap((part) => part || [])
}
