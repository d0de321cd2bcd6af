/** How soon after another press and how near it, in milliseconds and pixels, a press is its double. */
const soon = 500
const near = 24

type Press = { x: number; y: number; at: number }

const pressOf = ({ clientX: x, clientY: y, timeStamp: at }: MouseEvent): Press => ({ x, y, at })

let latest: Press | null = null
if (typeof document !== 'undefined')
  document.addEventListener('click', (event) => void (latest = pressOf(event)), true)

/**
 * Keeps from what a press has opened that press's double: it was meant for the button that is covered now, and would
 * close what is asked unread, or answer it. Returns what ends that.
 */
export function keepFromSecondPress(opened: HTMLElement): () => void {
  let before = latest
  const hear = (event: MouseEvent) => {
    const press = pressOf(event)
    const isDouble =
      before !== null &&
      // The press of a key is at no place.
      event.detail > 0 &&
      press.at - before.at < soon &&
      Math.hypot(press.x - before.x, press.y - before.y) < near
    if (!isDouble) return
    before = press
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const kinds = ['mousedown', 'click'] as const
  for (const kind of kinds) opened.addEventListener(kind, hear, true)
  return () => {
    for (const kind of kinds) opened.removeEventListener(kind, hear, true)
  }
}
