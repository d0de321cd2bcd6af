import * as v from 'valibot'
import { perTab } from '#src/lib/storage.ts'
import { isControl } from './secrets.ts'

const Place = v.object({
  href: v.string(),
  at: v.number(),
  /** The control that had the focus: its index among those of its name on the page. */
  name: v.string(),
  index: v.number(),
  start: v.nullable(v.number()),
  end: v.nullable(v.number()),
})
type Place = v.InferOutput<typeof Place>

/** How long, in milliseconds, to wait until the page has that control again: a slow phone takes its time. */
const patience = 30_000

/** Remembers the shopper's place over a reload; the scroll position is the router's to remember. */
export function keepPlace(): void {
  const control = document.activeElement
  const isTyping = isControl(control) && control.name !== ''
  const place: Place = {
    href: location.href,
    at: Date.now(),
    name: isTyping ? control.name : '',
    index: isTyping ? namesakes(control.name).indexOf(control) : 0,
    start: isTyping && 'selectionStart' in control ? control.selectionStart : null,
    end: isTyping && 'selectionEnd' in control ? control.selectionEnd : null,
  }
  perTab.set('place', JSON.stringify(place))
}

/** Restores the focus once the control is there, unless the shopper does something before. */
export function restorePlace(): void {
  const place = takePlace()
  if (place === null || place.name === '') return
  const stop = () => {
    clearInterval(timer)
    for (const sign of ['pointerdown', 'keydown']) document.removeEventListener(sign, stop)
  }
  const look = () => {
    const isOver = performance.now() > patience || location.href !== place.href
    const control = namesakes(place.name)[place.index]
    // Typed text is restored a moment after the control; the cursor belongs after it.
    const isFilled = control !== undefined && control.value.length >= (place.end ?? 0)
    if (isOver) return stop()
    if (control === undefined || !isFilled) return
    stop()
    control.focus({ preventScroll: true })
    if (!(control instanceof HTMLSelectElement) && place.start !== null)
      control.setSelectionRange(place.start, place.end)
  }
  const timer = setInterval(look, 50)
  for (const sign of ['pointerdown', 'keydown']) document.addEventListener(sign, stop)
}

const namesakes = (name: string) =>
  [...document.getElementsByName(name)].filter((element) => isControl(element))

function takePlace(): Place | null {
  try {
    const place = v.parse(Place, JSON.parse(perTab.get('place') ?? 'null'))
    return place.href === location.href && Date.now() - place.at < patience ? place : null
  } catch {
    return null
  } finally {
    perTab.remove('place')
  }
}
