/** Every piece is photographed as a square of this size, in pixels. */
export const pictureSize = { width: 1000, height: 1000 } as const
