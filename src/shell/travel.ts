import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { knownPiece, someFromLists } from '#src/features/catalogue/known.ts'
import { giveWayTo } from '#src/lib/giveWay.ts'
import { whenIdle } from '#src/offline/idle.ts'
import { makeGlimpse, painted } from './glimpse.tsx'
import { watchPictures } from '#src/ui/shownPictures.ts'
import * as css from './travel.css.ts'

/**
 * Moves a piece's picture from its card to its page and back, unless reduced motion is preferred, and shows a glimpse
 * of the page before a slow device has rendered all of it. Until the page's own picture has loaded, the card's stands
 * in.
 */
export function letPicturesTravel(router: AnyRouter, queryClient: QueryClient) {
  watchPictures()
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const glimpse = makeGlimpse()
  whenIdle(() => {
    const some = someFromLists(queryClient)
    if (some) glimpse.prepare(some)
  })
  let passage: { seen: Promise<void>; end: (isAbandoned: boolean) => void } | null = null

  function begin(isNew: boolean) {
    const { latestLocation: to } = router
    const { resolvedLocation: from } = router.state
    const opened = slugOf(to)
    const leaving = to.pathname === from?.pathname ? null : departing(opened, slugOf(from))
    if (!leaving) return null
    const { slug, frame } = leaving
    const start = frame.getBoundingClientRect()
    const picture = hasPicture(frame) ? carry(frame, slug) : null
    let journey: ReturnType<typeof travel> | null = null
    let isOver = false
    const arriveAt = (place: HTMLElement | null) => {
      if (!place || !picture) return
      if (journey) journey.leadTo(place)
      else if (still.matches) picture.standIn(place)
      else journey = travel(picture, start, place)
    }
    const stop = whenReplaced(frame.parentElement ?? frame, () => {
      glimpse.close()
      arriveAt(pictureOf(slug))
    })
    // Somebody who goes back finds the page as they left it, so only a new visit gets a glimpse.
    const known = isNew && picture && slug === opened ? knownPiece(queryClient, slug) : undefined
    let seen = Promise.resolve()
    if (known) {
      arriveAt(glimpse.open(known.piece))
      seen = painted()
      // The page's own reads would delay the frame that shows the glimpse by as long again.
      giveWayTo(seen)
    }
    return {
      seen,
      end(isAbandoned: boolean) {
        // The next navigation may have begun.
        if (isOver) return
        isOver = true
        stop()
        if (isAbandoned) glimpse.takeBack()
        else glimpse.close()
        if (!picture?.hasHome()) return
        journey?.finish()
        picture.goHome()
      },
    }
  }

  // Before the router stores the scroll position of the page being left.
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

/** The picture in view of the piece being opened, else of the one being left. */
function departing(...slugs: (string | undefined)[]) {
  for (const slug of slugs) {
    const frame = slug === undefined ? null : pictureOf(slug)
    if (slug !== undefined && frame) return { slug, frame }
  }
  return null
}

/** Where in the window a piece's picture is; of several, the one that was pressed. */
function pictureOf(slug: string): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(
    `[data-piece="${CSS.escape(slug)}"]:not([data-travels] *)`,
  )
  const seen = [...all].filter((element) => {
    const { top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && bottom > 0 && top < innerHeight
  })
  return (
    seen.find((element) => element.closest('article')?.matches(':hover, :focus-within')) ?? seen[0] ?? null
  )
}

const isThere = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0

const hasPicture = (frame: HTMLElement) => [...frame.querySelectorAll('img')].some(isThere)

type Carried = ReturnType<typeof carry>

/**
 * Takes the frame itself along with the picture in it: by its address the picture would have to be fetched again, and
 * drawing it on a canvas takes a phone as long as the rest of the glimpse. React removes a frame only together with
 * what is around it.
 */
function carry(frame: HTMLElement, slug: string) {
  const { parentElement: home, nextSibling: next } = frame
  const holder = document.createElement('div')
  holder.dataset['travels'] = slug
  holder.ariaHidden = 'true'
  const take = (className: string) => {
    // Decoded at once, so that its new place never appears empty.
    for (const picture of frame.querySelectorAll('img')) picture.decoding = 'sync'
    holder.className = className
    holder.append(frame)
  }
  return {
    /** Brings it above the page, where `place` is. */
    lift({ left, top, width, height }: DOMRect) {
      take(css.traveller)
      Object.assign(holder.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      })
      document.body.append(holder)
      return holder
    },
    /** Lays it over a place whose own picture is still loading. */
    standIn(place: HTMLElement) {
      holder.remove()
      holder.removeAttribute('style')
      const own = place.querySelector('img')
      if (!place.isConnected || (own && isThere(own))) return
      take(css.standIn)
      place.append(holder)
      own?.addEventListener('load', () => holder.remove(), { once: true })
    },
    hasHome: () => home?.isConnected ?? false,
    goHome() {
      holder.remove()
      if (frame.parentNode !== home) home?.insertBefore(frame, next?.parentNode === home ? next : null)
    },
  }
}

/**
 * Moves the picture from its old place to its new one, above the page, and meanwhile hides the picture there, or
 * whatever occupies its space. On arrival it stands in for that picture.
 */
function travel(picture: Carried, start: DOMRect, place: HTMLElement) {
  const end = place.getBoundingClientRect()
  const from = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width}, ${start.height / end.height})`
  const moving = picture.lift(end).animate({ transform: [from, 'none'] }, css.way)
  const hide = (hidden: HTMLElement) => hidden.animate({ opacity: [0, 0] }, css.way)
  let goal = place
  let hiding = hide(goal)
  const stop = new AbortController()
  const finish = () => {
    if (stop.signal.aborted) return
    stop.abort()
    moving.cancel()
    hiding.cancel()
    picture.standIn(goal)
  }
  // A shopper who scrolls would leave the picture behind.
  for (const sign of ['wheel', 'touchmove', 'keydown'] as const)
    window.addEventListener(sign, finish, { passive: true, signal: stop.signal })
  moving.addEventListener('finish', finish)
  return {
    leadTo(replacement: HTMLElement) {
      goal = replacement
      if (stop.signal.aborted) return picture.standIn(goal)
      hiding.cancel()
      hiding = hide(goal)
    },
    finish,
  }
}
