import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Module<P> = { default: ComponentType<P> }

const loaders: (() => Promise<void>)[] = []

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
  loaders.push(async () => {
    ready = await load()
  })
  return lazy(() => (ready ? atOnce(ready) : when().then(load)))
}

/** Loads the code of every island, so that a render to a string can wait for none; for the server. */
export const loadIslands = () => Promise.all(loaders.map((load) => load()))

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
      resolve()
    }
    element.addEventListener('focusin', arrive)
    observer.observe(element)
  })
}

// React asks a lazy component's promise for its value as soon as it has one; a true promise has none before the next
// turn, which a render to a string does not wait for.
const atOnce = <T>(value: T): Promise<T> =>
  ({ then: (resolve: (value: T) => void) => resolve(value) }) as unknown as Promise<T>
