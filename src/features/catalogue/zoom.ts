/** How a picture lies on its stage: magnified about the stage's centre, then moved, in pixels. */
export type View = { scale: number; x: number; y: number }

export type Point = { x: number; y: number }

/** The stage, and the side of the picture shown whole on it; in pixels. */
export type Room = { width: number; height: number; picture: number }

export const whole: View = { scale: 1, x: 0, y: 0 }
export const closest = 4

/** Magnified by `factor` so that what is at the point, which is measured from the stage's centre, stays there. */
export function zoomed(view: View, factor: number, { x, y }: Point, room: Room): View {
  const scale = Math.min(closest, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return onStage({ scale, x: x - (x - view.x) * ratio, y: y - (y - view.y) * ratio }, room)
}

/** Moved, as far as the picture extends on that side. */
export const moved = (view: View, by: Point, room: Room): View =>
  onStage({ ...view, x: view.x + by.x, y: view.y + by.y }, room)

/** A picture larger than the stage covers it; a smaller one stays in the centre. */
function onStage({ scale, x, y }: View, { width, height, picture }: Room): View {
  return { scale, x: within(x, picture * scale - width), y: within(y, picture * scale - height) }
}

function within(value: number, excess: number): number {
  const furthest = Math.max(0, excess / 2)
  // Adding 0 turns -0 into 0.
  return Math.min(furthest, Math.max(-furthest, value)) + 0
}
