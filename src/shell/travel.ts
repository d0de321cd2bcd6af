import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { rememberFromLists } from '#src/features/catalogue/known.ts'
import { makeGlimpse, painted } from './glimpse.tsx'
import { watchPictures } from '#src/ui/shownPictures.ts'
import * as css from './travel.css.ts'

/**
 * Lets a piece's picture travel from its card to its page and back, where motion is welcome, and shows a glimpse of the
 * page before a slow device has drawn all of it. As long as the page's own picture has not come, the card's stands in.
 */
export function letPicturesTravel(router: AnyRouter, queryClient: QueryClient) {
  watchPictures()
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const glimpse = makeGlimpse()
  let passage: { seen: Promise<void>; end: (isAbandoned: boolean) => void } | null = null

  function begin(isNew: boolean) {
    const { latestLocation: to } = router
    const { resolvedLocation: from } = router.state
    const opened = slugOf(to)
    const leaving = to.pathname === from?.pathname ? null : departing(opened, slugOf(from))
    if (!leaving) return null
    const { slug, frame } = leaving
    const start = frame.getBoundingClientRect()
    const copy = copyOf(frame)
    let journey: ReturnType<typeof travel> | null = null
    let isOver = false
    const arriveAt = (place: HTMLElement | null) => {
      if (!place || !copy) return
      standIn(copy, place)
      if (journey) journey.leadTo(place)
      else if (!still.matches) journey = travel(copy, slug, start, place)
    }
    const stop = whenReplaced(frame, () => {
      glimpse.close()
      arriveAt(pictureOf(slug))
    })
    // Where somebody comes back to, they find what they left.
    const product = isNew && copy && slug === opened ? rememberFromLists(queryClient, slug) : undefined
    if (product) arriveAt(glimpse.open(product))
    return {
      seen: product ? painted() : Promise.resolve(),
      end(isAbandoned: boolean) {
        // The next one may have begun.
        if (isOver) return
        isOver = true
        stop()
        if (isAbandoned) glimpse.takeBack()
        else glimpse.close()
      },
    }
  }

  // Before the router remembers how far the page was scrolled that is left.
  router.subscribe('onBeforeNavigate', () => {
    passage?.end(true)
    passage = null
  })
  router.history.subscribe(({ action }: { action: { type: string } }) => {
    passage = begin(action.type === 'PUSH')
  })
  // The browser's own transitions stop the page for an image of the old one, and again for one of the new.
  router.startViewTransition = async (commit) => {
    const current = passage
    await current?.seen
    try {
      await commit()
    } finally {
      current?.end(false)
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

/** What is seen in a frame, as it is seen: its picture by its address would have to be read once more. */
function copyOf(frame: HTMLElement): HTMLCanvasElement | null {
  const picture = frame.querySelector('img')
  const seen =
    frame.querySelector('canvas') ?? (picture?.complete && picture.naturalWidth > 0 ? picture : null)
  return seen && draw(seen)
}

function draw(picture: HTMLImageElement | HTMLCanvasElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const { width, height } = picture instanceof HTMLImageElement ? sizeOf(picture) : picture
  Object.assign(canvas, { width, height })
  canvas.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0, width, height)
  return canvas
}

const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
  width: naturalWidth,
  height: naturalHeight,
})

/**
 * Moves a copy of the picture from where it was to its new place, above the page, and hides that place meanwhile, or
 * the one that takes its room on the way.
 */
function travel(picture: HTMLCanvasElement, slug: string, start: DOMRect, place: HTMLElement) {
  const end = place.getBoundingClientRect()
  const copy = draw(picture)
  copy.className = css.traveller
  copy.dataset['travels'] = slug
  Object.assign(copy.style, {
    left: `${end.left}px`,
    top: `${end.top}px`,
    width: `${end.width}px`,
    height: `${end.height}px`,
  })
  document.body.append(copy)
  const from = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width}, ${start.height / end.height})`
  const moving = copy.animate({ transform: [from, 'none'] }, css.way)
  const hide = (hidden: HTMLElement) => hidden.animate({ opacity: [0, 0] }, css.way)
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

/** Lays the copy over a place whose own picture is still on its way. */
function standIn(copy: HTMLCanvasElement, place: HTMLElement) {
  const picture = place.querySelector('img')
  if (picture?.complete && picture.naturalWidth > 0) return
  copy.className = css.standIn
  place.append(copy)
  picture?.addEventListener('load', () => copy.remove(), { once: true })
}
