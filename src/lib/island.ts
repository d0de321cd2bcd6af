import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react'
import { isUsedEarly, repeatSoon } from './early.ts'
import { patiently } from './patiently.ts'

type Module<P> = { default: ComponentType<P> }

const loaders: (() => Promise<unknown>)[] = []
const asleep = new Set<() => void>()
/** Whether no server markup is left to stand in for a part that has not hydrated. */
let areAwake = false

/**
 * A part of the page that the server renders with all the rest, but whose code the browser fetches only when `when`
 * resolves, or at once without it. Until then, and while there is no network to fetch it, it is the server's markup,
 * whose links work as they are. Use it inside a Suspense boundary, and import its styles where it is used, so that they
 * are on the page from the start.
 */
export function island<P>(
  load: () => Promise<ComponentType<P>>,
  when?: () => Promise<unknown>,
): LazyExoticComponent<ComponentType<P>> {
  if (!import.meta.env.SSR)
    return lazy(async () => {
      await when?.()
      const Part = await patiently(load)
      repeatSoon()
      return { default: Part }
    })
  let ready: Module<P> | null = null
  let loading: Promise<Module<P>> | null = null
  const loadOnce = () =>
    (loading ??= load().then((Part) => {
      ready = { default: Part }
      return ready
    }))
  loaders.push(loadOnce)
  return lazy(() => (ready ? atOnce(ready) : loadOnce()))
}

/**
 * Loads the code of every island known so far, and of islands within them, so that a render to a string need not wait
 * for any; for the server.
 */
export async function loadIslands() {
  for (let known = 0; known < loaders.length;) {
    const some = loaders.slice(known)
    known = loaders.length
    await Promise.all(some.map((load) => load()))
  }
}

/**
 * Resolves when the element is about to come into view or gets the keyboard focus; at once if there is no such element.
 */
export function whenNear(selector: string): Promise<void> {
  const element = document.querySelector(selector)
  if (areAwake || element === null || !('IntersectionObserver' in window)) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && arrive(),
      {
        rootMargin: '300px',
      },
    )
    const arrive = () => {
      observer.disconnect()
      document.removeEventListener('focusin', reach, true)
      asleep.delete(arrive)
      resolve()
    }
    const reach = ({ target }: Event) => target instanceof Node && element.contains(target) && arrive()
    asleep.add(arrive)
    document.addEventListener('focusin', reach, true)
    observer.observe(element)
  })
}

// In the capture phase: React stops events on a part that has not hydrated, which would keep it from ever hydrating.
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'focusin'] as const
let using: Promise<void> | null = null
let isUsed = false

/** How long a slow phone takes to paint what a tap leads to, if it has nothing else to do; in milliseconds. */
const tapped = 300

/**
 * Resolves at the visitor's first interaction: somebody who has not even moved has asked for nothing. For parts that
 * are out of sight at first and whose markup can be read before it hydrates.
 */
export function whenUsed(): Promise<void> {
  if (areAwake || isUsedEarly()) return Promise.resolve()
  using ??= new Promise((resolve) => {
    const wake = () => {
      isUsed = true
      resolve()
    }
    const arrive = (sign?: Event) => {
      for (const type of signs) document.removeEventListener(type, arrive, true)
      asleep.delete(arrive)
      // The finger may be about to open another page.
      if (sign?.type === 'pointerdown') setTimeout(wake, tapped)
      else wake()
    }
    asleep.add(arrive)
    for (const sign of signs) document.addEventListener(sign, arrive, { capture: true, passive: true })
  })
  return using
}

const onceUsed = (then: () => void) => {
  void whenUsed().then(then)
  return () => undefined
}

/** Whether {@link whenUsed} has resolved; false while a server-rendered page hydrates. */
export const useUsed = (): boolean =>
  useSyncExternalStore(
    onceUsed,
    () => isUsed || areAwake || isUsedEarly(),
    () => false,
  )

let loaded: Promise<void> | null = null

/** Resolves when the page has loaded everything it came with, so that what follows does not compete with it. */
export function whenLoaded(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const arrive = () => {
      asleep.delete(arrive)
      resolve()
    }
    if (document.readyState === 'complete') return resolve()
    asleep.add(arrive)
    window.addEventListener('load', arrive, { once: true })
  })
  return loaded
}

/** At once if the window is wide enough to show what a phone hides at first, else as {@link whenUsed}. */
export const whenWide = (): Promise<void> =>
  matchMedia('(min-width: 768px)').matches ? Promise.resolve() : whenUsed()

/** Ends the wait of all islands, including those to come: from here on pages are rendered in the browser. */
export function wakeIslands() {
  areAwake = true
  setTimeout(() => {
    for (const arrive of asleep) arrive()
  }, tapped)
}

// React asks a lazy component's promise for its value as soon as it has one; a real promise has none before the next
// microtask, which a render to a string does not wait for.
const atOnce = <T>(value: T): Promise<T> =>
  // oxlint-disable-next-line unicorn/no-thenable -- never awaited; React calls its `then` itself
  ({ then: (resolve: (value: T) => void) => resolve(value) }) as unknown as Promise<T>
