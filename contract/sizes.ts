/** One ring size; diameter and circumference are of the inside, in millimetres. `uk` is the nearest one. */
export type RingSize = { us: string; uk: string; diameter: number }

/** The ring size chart, smallest first: US half sizes from 3 to 8, and 5¾. Rings are sold in other sizes, too. */
export const ringSizes: readonly RingSize[] = [
  { us: '3', uk: 'F', diameter: 14.0 },
  { us: '3½', uk: 'G', diameter: 14.4 },
  { us: '4', uk: 'H', diameter: 14.8 },
  { us: '4½', uk: 'I', diameter: 15.2 },
  { us: '5', uk: 'J½', diameter: 15.6 },
  { us: '5½', uk: 'K½', diameter: 16.0 },
  { us: '5¾', uk: 'L', diameter: 16.3 },
  { us: '6', uk: 'L½', diameter: 16.5 },
  { us: '6½', uk: 'M½', diameter: 16.9 },
  { us: '7', uk: 'N½', diameter: 17.3 },
  { us: '7½', uk: 'O½', diameter: 17.7 },
  { us: '8', uk: 'P½', diameter: 18.1 },
]

/** What can be measured on a screen: the chart, and what leads from there to the largest ring sold, a V. */
export const measurableSizes: readonly RingSize[] = [
  ...ringSizes,
  { us: '8½', uk: 'Q½', diameter: 18.5 },
  { us: '9', uk: 'R½', diameter: 18.9 },
  { us: '9½', uk: 'S½', diameter: 19.4 },
  { us: '10', uk: 'T½', diameter: 19.8 },
  { us: '10½', uk: 'U½', diameter: 20.2 },
]

/** Millimetres to a tenth, always with the tenth: `16.0`. */
export const millimetres = (length: number): string => length.toFixed(1)

export const circumference = ({ diameter }: Pick<RingSize, 'diameter'>): number => Math.PI * diameter

/** A bank card (ISO/IEC 7810 ID-1) is the ruler that everybody has. */
export const bankCard = { width: 85.6, height: 53.98, corner: 3.18 } as const
