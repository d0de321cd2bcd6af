import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { rememberLinks } from './wayBack.ts'

/**
 * Announces a new page to screen readers and moves the focus to its beginning or to the part that the link names, as a
 * browser does on a page load; on the way back, to the link by which the page was left.
 */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')

  useEffect(() => {
    let frame = 0
    let hadFocus = false
    const hasFocus = () => document.activeElement !== document.body
    const links = rememberLinks()
    const unsubscribes = [
      links.stop,
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
        hadFocus = hasFocus()
        if (fromLocation && isOther(fromLocation, toLocation)) links.leave(fromLocation, toLocation)
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation) return
        const isNew = isOther(fromLocation, toLocation)
        // A page that reloads after a failure removes the 'Try again' button, and with it the focus.
        const isLost = hadFocus && !hasFocus()
        const isToBeFocused = isNew || isLost
        // Somebody typing a search continues typing while the results change.
        const isTyping = document.activeElement?.closest('search') != null
        if (isToBeFocused && !isTyping && !(isNew && focus(links.find(toLocation))))
          focus(document.getElementById(toLocation.hash) ?? document.getElementById('main'))
        // Another page of a listing says so nowhere but in its title.
        if (!isToBeFocused && pageOf(fromLocation) === pageOf(toLocation)) return
        // The document's head follows the page a moment later.
        frame = requestAnimationFrame(() => setTitle(document.title))
      }),
    ]
    return () => {
      cancelAnimationFrame(frame)
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [router])

  return (
    <p className={visuallyHidden} role="status">
      {title}
    </p>
  )
}

/** Whether it has the focus now: one that is folded away takes none. */
function focus(place: HTMLElement | null): boolean {
  if (!place) return false
  // A link's target is usually a heading or a section, which is focusable only with a `tabindex`.
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
  return place === document.activeElement
}

const isOther = (one: ParsedLocation, other: ParsedLocation) =>
  one.pathname !== other.pathname || queryOf(one) !== queryOf(other)
/** The search words: other words make another page, though at the same path. */
const queryOf = ({ search }: ParsedLocation): unknown => ('query' in search ? search.query : undefined)
const pageOf = ({ search }: ParsedLocation): unknown => ('page' in search ? search.page : undefined)
