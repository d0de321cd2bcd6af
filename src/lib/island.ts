import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Module<P> = { default: ComponentType<P> }

const loaders: (() => Promise<void>)[] = []
const asleep = new Set<() => void>()

/**
 * A part of the page that the server renders with all the rest, but whose code the browser fetches only when `when`
 * resolves: until then it is the server's markup, whose links work as they are. Use it inside a Suspense boundary,
 * and import its styles where it is used, so that they are on the page from the start.
 */
export function island<P>(
  load: () => Promise<Module<P>>,
  when: () => Promise<unknown>,
): LazyExoticComponent<ComponentType<P>> {
  let ready: Module<P> | null = null
  let loading: Promise<void> | null = null
  loaders.push(() => {
    loading ??= load().then((loaded) => {
      ready = loaded
    })
    return loading
  })
  return lazy(() => (ready ? atOnce(ready) : when().then(load)))
}

/**
 * Loads the code of every island known by now, and of those found in it, so that a render to a string need not wait
 * for any; for the server.
 */
export async function loadIslands() {
  for (let known = 0; known < loaders.length;) {
    const some = loaders.slice(known)
    known = loaders.length
    await Promise.all(some.map((load) => load()))
  }
}

/** Resolves when the element is about to be seen or is reached by keyboard; at once when there is no such element. */
export function whenNear(selector: string): Promise<void> {
  const element = document.querySelector(selector)
  if (element === null || !('IntersectionObserver' in window)) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && arrive(),
      {
        rootMargin: '300px',
      },
    )
    const arrive = () => {
      observer.disconnect()
      element.removeEventListener('focusin', arrive)
      asleep.delete(arrive)
      resolve()
    }
    asleep.add(arrive)
    element.addEventListener('focusin', arrive)
    observer.observe(element)
  })
}

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'focusin'] as const
let using: Promise<void> | null = null

/**
 * Resolves at the visitor's first sign of life: who has not even moved has asked for nothing. For parts that are out of
 * sight at first and whose markup needs no waking to be read.
 */
export function whenUsed(): Promise<void> {
  using ??= new Promise((resolve) => {
    const arrive = () => {
      for (const sign of signs) document.removeEventListener(sign, arrive)
      asleep.delete(arrive)
      resolve()
    }
    asleep.add(arrive)
    for (const sign of signs) document.addEventListener(sign, arrive, { passive: true })
  })
  return using
}

/** At once where the window is wide enough to show what a phone hides at first, else as {@link whenUsed}. */
export const whenWide = (): Promise<void> =>
  matchMedia('(min-width: 768px)').matches ? Promise.resolve() : whenUsed()

/** Ends the wait of all islands: the page on which they were is being left, and the next one is made in the browser. */
export function wakeIslands() {
  for (const arrive of asleep) arrive()
}

// React asks a lazy component's promise for its value as soon as it has one; a true promise has none before the next
// turn, which a render to a string does not wait for.
const atOnce = <T>(value: T): Promise<T> =>
  // oxlint-disable-next-line unicorn/no-thenable -- never awaited; React calls its `then` itself
  ({ then: (resolve: (value: T) => void) => resolve(value) }) as unknown as Promise<T>
