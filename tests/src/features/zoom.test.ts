import { describe, expect, test } from 'vitest'
import { closest, moved, whole, zoomed } from '#src/features/catalogue/zoom.ts'

/** A wide window: the picture, as high as the stage, leaves space at its sides. */
const wide = { width: 1400, height: 700, picture: 700 }
const middle = { x: 0, y: 0 }

describe('looking closer', () => {
  test('what lies under the finger stays under it', () => {
    const at = { x: 120, y: -80 }
    const square = { width: 700, height: 700, picture: 700 }
    const view = zoomed(zoomed(whole, 2, at, square), 1.5, at, square)
    expect(view.scale).toBe(3)
    // The same spot of the picture, before and after, from the picture's own centre.
    expect((at.x - view.x) / view.scale).toBeCloseTo(at.x)
    expect((at.y - view.y) / view.scale).toBeCloseTo(at.y)
  })

  test('goes no closer than the picture bears, and no further away than the whole of it', () => {
    expect(zoomed(whole, 100, middle, wide).scale).toBe(closest)
    expect(zoomed({ scale: 2, x: 90, y: 300 }, 0.01, { x: 50, y: 50 }, wide)).toEqual(whole)
  })

  test('leaves no gap: the picture covers its stage as far as it reaches', () => {
    const furthest = moved(zoomed(whole, 4, middle, wide), { x: 9999, y: -9999 }, wide)
    expect(furthest).toEqual({ scale: 4, x: (2800 - 1400) / 2, y: -(2800 - 700) / 2 })
  })

  test('a picture smaller than its stage stays in the middle', () => {
    expect(moved(whole, { x: 40, y: 40 }, wide)).toEqual(whole)
    // At twice its size it is exactly as wide as the stage.
    expect(moved(zoomed(whole, 2, middle, wide), { x: 40, y: 0 }, wide)).toEqual({ scale: 2, x: 0, y: 0 })
  })
})
