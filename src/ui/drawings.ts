/** Line drawings on 96 × 96: the plum parts, and the one gold line. */
export const drawings = {
  /** An open, empty ring box. */
  box: {
    lines:
      'M20 54h56v24a3 3 0 0 1-3 3H23a3 3 0 0 1-3-3zM20 54l6-34a3 3 0 0 1 3-2.5h38a3 3 0 0 1 3 2.5l6 34M28 48l4.5-24h31L68 48M32 54c0 8 7 13 16 13s16-5 16-13',
    gold: 'M43 57.5c1.5-2 8.5-2 10 0',
  },
  /** A shopping bag with ribbon handles. */
  bag: {
    lines: 'M24 36h48l4 45H20zM37 43V29a11 11 0 0 1 22 0v14',
    gold: 'M48 56c-3-5-10-4-10 .5 0 6 10 11.5 10 11.5s10-5.5 10-11.5c0-4.5-7-5.5-10-.5z',
  },
  /** A heart-shaped pendant on its chain. */
  heart: {
    lines:
      'M48 80S27 67 27 54.5C27 47 32.5 43 37.5 43c4.5 0 8.5 2.5 10.5 7 2-4.5 6-7 10.5-7C63.5 43 69 47 69 54.5 69 67 48 80 48 80zM48 50v-5',
    gold: 'M48 45a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM46 38.5C33 36 22 26 18 13M50 38.5C63 36 74 26 78 13',
  },
  /** A jeweller's glass over a stone. */
  search: {
    lines: 'M42 66a24 24 0 1 0 0-48 24 24 0 0 0 0 48zM59.5 59.5L80 80',
    gold: 'M34 34h16l6 7-14 15-14-15zM28 41h28M38 41l4 15 4-15M34 34l4 7 4-7 4 7 4-7',
  },
  /** A parcel tied with a ribbon. */
  parcel: {
    lines: 'M18 40h60v38a3 3 0 0 1-3 3H21a3 3 0 0 1-3-3zM14 28h68v12H14z',
    gold: 'M48 28v53M48 28s-3-13-12-13c-7 0-8 8-2 11 4 2 14 2 14 2zM48 28s3-13 12-13c7 0 8 8 2 11-4 2-14 2-14 2z',
  },
  /** A ring that has rolled away. */
  lost: {
    lines:
      'M56 79a20 20 0 1 0 0-40 20 20 0 0 0 0 40zM56 74a15 15 0 1 0 0-30 15 15 0 0 0 0 30zM12 81h10M28 81h4M70 81h14',
    gold: 'M49.5 24h13l5 6L56 40.5 44.5 30zM44.5 30h23M52 30l4 10.5L60 30',
  },
  /** The moon over a quiet sea: no connection. */
  offline: {
    lines: 'M14 64c6-4 11-4 17 0s11 4 17 0 11-4 17 0 11 4 17 0M24 76c5-3 8-3 12 0s8 3 12 0 8-3 12 0 8 3 12 0',
    gold: 'M58 16a20 20 0 1 0 18 28.5A17 17 0 0 1 58 16z',
  },
  /** A card with a few lines: letters, reviews, addresses. */
  card: {
    lines: 'M18 26h60v46a3 3 0 0 1-3 3H21a3 3 0 0 1-3-3zM18 28l30 24 30-24',
    gold: 'M40 62h16',
  },
} as const

export type DrawingName = keyof typeof drawings
