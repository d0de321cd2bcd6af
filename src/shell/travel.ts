import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { catalogue } from '#src/features/catalogue/api.ts'
import { shownOf, watchPictures } from '#src/ui/shownPictures.ts'
import { makeGlimpse, painted } from './glimpse.tsx'
import { traveller, way } from './travel.css.ts'

/**
 * Lets a piece's picture travel from its card to its page and back, where motion is welcome, and shows a glimpse of the
 * page before a slow device has drawn all of it. As long as the page's own picture has not come, the card's stands in.
 */
export function letPicturesTravel(router: AnyRouter, queryClient: QueryClient) {
  watchPictures()
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const glimpse = makeGlimpse()
  // The browser's own transitions stop the page for an image of the old one, and again for one of the new.
  router.startViewTransition = async (commit) => {
    const { location: to, resolvedLocation: from } = router.state
    const opened = slugOf(to)
    const leaving = to.pathname === from?.pathname ? null : departing(opened, slugOf(from))
    if (!leaving) return commit()
    const { slug, frame } = leaving
    const start = frame.getBoundingClientRect()
    const picture = frame.querySelector('img')
    const image = picture === null ? undefined : shownOf(picture.src)
    let journey: ReturnType<typeof travel> | null = null
    const arriveAt = (place: HTMLElement | null) => {
      if (!place) return
      standIn(place)
      if (journey) journey.leadTo(place)
      else if (image !== undefined && !still.matches) journey = travel(image, start, place)
    }
    const stop = whenReplaced(frame, () => {
      glimpse.close()
      arriveAt(pictureOf(slug))
    })
    try {
      const product = slug === opened && queryClient.getQueryData(catalogue.product(slug).queryKey)
      if (product && image !== undefined) {
        arriveAt(glimpse.open(product, image))
        await painted()
      }
      await commit()
    } finally {
      stop()
      glimpse.close()
    }
  }
}

/** Calls `then` as soon as the frame has left the page, before the browser paints without it. */
function whenReplaced(frame: HTMLElement, then: () => void): () => void {
  const observer = new MutationObserver(() => {
    if (frame.isConnected) return
    observer.disconnect()
    then()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const slugOf = (location?: { pathname: string }) =>
  /^\/products\/([^/]+)$/.exec(location?.pathname ?? '')?.[1]

/** The picture that is seen now of the piece that is gone to, else of the one that is left. */
function departing(...slugs: (string | undefined)[]) {
  for (const slug of slugs) {
    const frame = slug === undefined ? null : pictureOf(slug)
    if (slug !== undefined && frame) return { slug, frame }
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

/**
 * Moves a copy of the picture from where it was to its new place, above the page, and hides that place meanwhile, or
 * the one that takes its room on the way.
 */
function travel(image: string, start: DOMRect, place: HTMLElement) {
  const end = place.getBoundingClientRect()
  const copy = new Image()
  copy.src = image
  copy.alt = ''
  copy.className = traveller
  Object.assign(copy.style, {
    left: `${end.left}px`,
    top: `${end.top}px`,
    width: `${end.width}px`,
    height: `${end.height}px`,
  })
  document.body.append(copy)
  const from = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width}, ${start.height / end.height})`
  const moving = copy.animate({ transform: [from, 'none'] }, way)
  const hide = (hidden: HTMLElement) => hidden.animate({ opacity: [0, 0] }, way)
  let hiding = hide(place)
  const stop = new AbortController()
  const finish = () => {
    stop.abort()
    copy.remove()
    moving.cancel()
    hiding.cancel()
  }
  // Whoever moves the page on would leave the copy behind.
  for (const sign of ['wheel', 'touchmove', 'keydown'] as const)
    window.addEventListener(sign, finish, { passive: true, signal: stop.signal })
  moving.addEventListener('finish', finish)
  return {
    leadTo(replacement: HTMLElement) {
      if (stop.signal.aborted) return
      hiding.cancel()
      hiding = hide(replacement)
    },
  }
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
