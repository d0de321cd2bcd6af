import type { AnyRouter } from '@tanstack/react-router'
import { shownOf, watchPictures } from '#src/ui/shownPictures.ts'
import { traveller } from './travel.css.ts'

/**
 * Lets a piece's picture travel from its card to its page and back, where the browser can and motion is welcome.
 * Nothing waits for the picture on the other side: as long as it has not come, the one that was there stands in.
 */
export function letPicturesTravel(router: AnyRouter) {
  watchPictures()
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  // The router would begin these itself, but moves the whole page and leaves it to the console when one is skipped.
  router.startViewTransition = async (commit) => {
    const { location: to, resolvedLocation: from } = router.state
    const picture = to.pathname === from?.pathname ? null : departing(slugOf(to), slugOf(from))
    if (!picture) return commit()
    const { slug, element } = picture
    const arrive = async () => {
      await commit()
      const arrived = pictureOf(slug)
      if (arrived) standIn(arrived)
      return arrived
    }
    if (still.matches || !('startViewTransition' in document)) return void (await arrive())

    carry(element)
    const transition = document.startViewTransition(async () => {
      let arrived: HTMLElement | null = null
      try {
        arrived = await arrive()
      } finally {
        carry(arrived)
      }
      if (!arrived) transition.skipTransition()
    })
    latest = transition
    // A transition that another one overtakes, or that a hidden window does not show, is no failure.
    transition.ready.catch(() => undefined)
    transition.finished
      .catch(() => undefined)
      .finally(() => {
        if (latest === transition) carry(null)
      })
    return transition.updateCallbackDone
  }
}

let latest: ViewTransition | null = null
let carried: HTMLElement | null = null

/** Marks the one picture that travels; the browser would refuse two. */
function carry(element: HTMLElement | null) {
  if (carried) carried.style.viewTransitionName = ''
  if (element) element.style.viewTransitionName = traveller
  carried = element
}

const slugOf = (location?: { pathname: string }) =>
  /^\/products\/([^/]+)$/.exec(location?.pathname ?? '')?.[1]

/** The picture that is seen now of the piece that is gone to, else of the one that is left. */
function departing(...slugs: (string | undefined)[]) {
  for (const slug of slugs) {
    const element = slug === undefined ? null : pictureOf(slug)
    if (slug !== undefined && element) return { slug, element }
  }
  return null
}

/** Where in the window a piece's picture is; of several, the one that was pressed. */
function pictureOf(slug: string): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(`[data-piece="${CSS.escape(slug)}"]`)
  const seen = [...all].filter((element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })
  return (
    seen.find((element) => element.closest('article')?.matches(':hover, :focus-within')) ?? seen[0] ?? null
  )
}

/** Shows the picture in a size that is there already, under the one that is still on its way. */
function standIn(frame: HTMLElement) {
  const picture = frame.querySelector('img')
  const smaller = picture && !picture.complete && shownOf(picture.src)
  if (!picture || !smaller) return
  const { style } = picture
  style.background = `url("${smaller}") center / cover`
  // Nor do its words, which some browsers show meanwhile, belong over it.
  style.color = 'transparent'
  picture.addEventListener('load', () => picture.removeAttribute('style'), { once: true })
}
