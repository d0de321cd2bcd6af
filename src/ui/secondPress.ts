/** How soon after another press and how near it, in milliseconds and pixels, a press is its double. */
const soon = 500
const near = 24

/** What a press of can bring something else to its place. */
const controls = 'a, button, input, label, summary, dialog'

/** With the control that was pressed, if any: by the next press its icon may be another one. */
type Press = { event: MouseEvent; control: Element | null }

let latest: Press | null = null
let beforeThat: Press | null = null
let isByMouse = false
if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event
      beforeThat = latest
      latest = { event, control: target instanceof Element ? target.closest(controls) : null }
    },
    true,
  )
  document.addEventListener(
    'pointerdown',
    ({ pointerType }) => void (isByMouse = pointerType === 'mouse'),
    true,
  )
  // Whoever has typed, or had a form filled in, since then means the next press.
  document.addEventListener('input', () => void (latest = null), true)
}

const isDouble = (press: MouseEvent, first: MouseEvent): boolean =>
  // The press of a key is at no place. Of a mouse's the browser counts itself those that belong together, as the system is
  // set to.
  press.detail > (isByMouse ? 1 : 0) &&
  press.timeStamp - first.timeStamp < soon &&
  Math.hypot(press.clientX - first.clientX, press.clientY - first.clientY) < near

/**
 * Keeps the second of two presses from what the first has brought in its place, which it was not meant for: it would
 * close what is asked unread, or answer it, or remove the next piece, too. A ref, or to be called with an element;
 * returns what ends that.
 */
export function keepFromSecondPress(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const hear = (event: MouseEvent) => {
    const first = latest?.event === event ? beforeThat : latest
    // What was pressed first is covered now, or gone.
    if (!first?.control || element.contains(first.control) || !isDouble(event, first.event)) return
    latest = first
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const kinds = ['mousedown', 'click'] as const
  for (const kind of kinds) element.addEventListener(kind, hear, true)
  return () => {
    for (const kind of kinds) element.removeEventListener(kind, hear, true)
  }
}

/**
 * The same for all of the page, at the moment that what was pressed goes from it, as a dialog does: what that uncovers
 * was not seen yet.
 */
export function keepPageFromSecondPress(): void {
  const hearAll = keepFromSecondPress(document.body)
  setTimeout(() => hearAll?.(), soon)
}
