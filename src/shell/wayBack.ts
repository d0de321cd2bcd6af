import type { ParsedLocation } from '@tanstack/react-router'

/** Where a link that was pressed leads, and how far below the window's top it was, in CSS pixels. */
type Pressed = { href: string; pathname: string; top: number }

const topOf = (link: Element) => link.getBoundingClientRect().top

/**
 * Remembers by which link each page was left, so that somebody who comes back goes on from there with the keyboard. The
 * header's links are left out: it is at a page's beginning in any case, and some of them open menus.
 */
export function rememberLinks() {
  const left = new Map<string, Pressed>()
  let pressed: Pressed | null = null
  const press = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(':is(main, footer) a') : null
    pressed = link && { href: link.href, pathname: link.pathname, top: topOf(link) }
  }
  // Screen readers, too, press a link by a click, and not all of them move the focus to it.
  document.addEventListener('click', press, true)
  return {
    /** The page at `from` is being left for `to`. */
    leave(from: ParsedLocation, to: ParsedLocation) {
      const { __TSR_key: key } = from.state
      if (key !== undefined && pressed?.pathname === to.pathname) left.set(key, pressed)
      else if (key !== undefined) left.delete(key)
      pressed = null
    },
    /** The link by which the page at `to` was left when it was last seen: of several that lead there, the one nearest. */
    find({ state: { __TSR_key: key } }: ParsedLocation): HTMLElement | null {
      const last = key === undefined ? undefined : left.get(key)
      if (!last) return null
      const away = (link: Element) => Math.abs(topOf(link) - last.top)
      const links = [...document.querySelectorAll<HTMLAnchorElement>(':is(main, footer) a')]
      const [nearest] = links
        .filter(({ href }) => href === last.href)
        .toSorted((one, other) => away(one) - away(other))
      return nearest ?? null
    },
    stop: () => document.removeEventListener('click', press, true),
  }
}
