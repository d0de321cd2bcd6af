import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Point, type Room, closest, moved, whole, zoomed } from './zoom.ts'

/** The furthest that a press may move and still be a tap, and the shortest swipe, in pixels. */
const still = 8
const swiped = 48
/** Within this time a second tap belongs to the first, in milliseconds. */
const soonAfter = 350
const inOneGo = 2.5

type Stage = { room: Room; middle: Point }
type Tap = Point & { at: number }
/** The state of a gesture, from the first finger down to the last one up. */
type Touch = Stage & {
  fingers: Map<number, Point>
  start: Point
  isTap: boolean
  /** Only ever one finger. */
  isSingle: boolean
  pull: number
}

type Options = {
  stage: RefObject<HTMLElement | null>
  /** For another picture: 1 is the next, -1 the previous. Returns whether there is one. */
  hasMore: (step: 1 | -1) => boolean
  onTurn: (step: 1 | -1) => void
}

/**
 * Magnifies and moves a picture by finger, mouse, wheel and from outside; a swipe over a whole picture turns to
 * another.
 */
export function useZoom({ stage, hasMore, onTurn }: Options) {
  const [view, setView] = useState(whole)
  const [pull, setPull] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const touch = useRef<Touch | null>(null)
  const lastTap = useRef<Tap | null>(null)

  const zoom = (factor: number, at?: { clientX: number; clientY: number }) => {
    const here = measure(stage.current)
    if (here) setView((now) => zoomed(now, factor, at ? fromMiddle(at, here) : { x: 0, y: 0 }, here.room))
  }
  const pan = (by: Point) => {
    const here = measure(stage.current)
    if (here) setView((now) => moved(now, by, here.room))
  }
  const showWhole = () => setView(whole)
  const toggle = (at: { clientX: number; clientY: number }) =>
    view.scale > 1 ? showWhole() : zoom(inOneGo, at)

  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    // A pinch on a touchpad comes as a wheel with Control, in smaller steps.
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event)
  })
  useEffect(() => {
    const element = stage.current
    // React's own listener is passive: it could not keep the page from scrolling or zooming.
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [stage])

  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    const here = measure(event.currentTarget)
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    touch.current ??= { ...here, fingers: new Map(), start: point, isTap: true, isSingle: true, pull: 0 }
    touch.current.fingers.set(event.pointerId, point)
    if (touch.current.fingers.size > 1) {
      Object.assign(touch.current, { isTap: false, isSingle: false, pull: 0 })
      setPull(0)
    }
    setHeld(true)
  }

  const move = (event: PointerEvent<HTMLElement>) => {
    const now = touch.current
    const before = now?.fingers.get(event.pointerId)
    if (!now || !before) return
    const point = pointOf(event)
    const [one, other] = [...now.fingers.values()]
    const was = spread(one, other)
    now.fingers.set(event.pointerId, point)
    const [here, there] = [...now.fingers.values()]
    const is = spread(here, there)
    if (distance(point, now.start) > still) now.isTap = false
    if (now.isTap) return
    if (was.width > 0) {
      const by = { x: is.middle.x - was.middle.x, y: is.middle.y - was.middle.y }
      const at = { x: is.middle.x - now.middle.x, y: is.middle.y - now.middle.y }
      setView((old) => zoomed(moved(old, by, now.room), is.width / was.width, at, now.room))
    } else if (view.scale > 1) {
      setView((old) => moved(old, { x: point.x - before.x, y: point.y - before.y }, now.room))
    } else if (now.isSingle) {
      now.pull = point.x - now.start.x
      // Beyond the last picture it gives only a little.
      setPull(hasMore(now.pull < 0 ? 1 : -1) ? now.pull : now.pull / 4)
    }
  }

  const release = (event: PointerEvent<HTMLElement>) => {
    const now = touch.current
    if (!now?.fingers.delete(event.pointerId) || now.fingers.size > 0) return
    touch.current = null
    setHeld(false)
    setPull(0)
    if (event.type === 'pointercancel') return
    const step = now.pull < 0 ? 1 : -1
    if (Math.abs(now.pull) > swiped && hasMore(step)) onTurn(step)
    if (now.isTap) tap(event)
  }

  const tap = (event: PointerEvent<HTMLElement>) => {
    const before = lastTap.current
    const now = { ...pointOf(event), at: event.timeStamp }
    const isSecond = before !== null && now.at - before.at < soonAfter && distance(now, before) < 4 * still
    lastTap.current = isSecond ? null : now
    if (isSecond || event.pointerType === 'mouse') {
      lastTap.current = null
      toggle(event)
    }
  }

  return {
    view,
    /** How far the whole picture has been swiped aside, in pixels. */
    pull,
    isHeld,
    canZoomIn: view.scale < closest,
    zoom,
    pan,
    showWhole,
    handlers: { onPointerDown: press, onPointerMove: move, onPointerUp: release, onPointerCancel: release },
  }
}

function measure(element: HTMLElement): Stage
function measure(element: HTMLElement | null): Stage | null
function measure(element: HTMLElement | null): Stage | null {
  if (!element) return null
  const { left, top, width, height } = element.getBoundingClientRect()
  return {
    room: { width, height, picture: Math.min(width, height) },
    middle: { x: left + width / 2, y: top + height / 2 },
  }
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
})

const fromMiddle = (at: { clientX: number; clientY: number }, { middle }: Stage): Point => ({
  x: at.clientX - middle.x,
  y: at.clientY - middle.y,
})

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)

/** The distance between two fingers and the point midway; for one finger, zero and the finger itself. */
function spread(one: Point = { x: 0, y: 0 }, other: Point = one) {
  return { width: distance(one, other), middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 } }
}
