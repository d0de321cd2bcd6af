import type { Bounds } from './shelf.ts'

const day = 24 * 60 * 60_000

// Stock and prices are in them: after a day they say too little to be shown.
export const pageBounds: Bounds = { most: 60, lasting: day }
export const pictureBounds: Bounds = { most: 60, lasting: 30 * day }
