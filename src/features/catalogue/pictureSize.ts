/** Every piece is photographed as a square of this size, in pixels. */
export const pictureSize = { width: 1000, height: 1000 } as const

/**
 * How wide the pictures of two cards side by side are on a phone, as `<img sizes>`: two pixels less than they really
 * are, because with the true width a phone of 412 would fetch the next size up (480 for 322 pixels, or 640 for 483).
 */
export const twoAbreast = 'calc(50vw - 24px)'

/** How wide a piece's page shows its pictures, as `<img sizes>`: what the columns leave for them. */
export const inPage =
  '(min-width: 1344px) 712px, (min-width: 1000px) calc(100vw - 632px), (min-width: 768px) calc(100vw - 64px), 100vw'
