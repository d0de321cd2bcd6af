import type { AnyRouter } from '@tanstack/react-router'

/**
 * The footer stays while the page above it changes, and browsers count it as pushed aside where it was in view before
 * and is below the window now, as after a login, which takes longer than a press excuses. It is drawn in none of the
 * frames that compare its places; only one that nobody sees is left out, and it keeps the focus.
 */
export function keepFooterOffstage(router: AnyRouter): () => void {
  // After the router has brought the page to its place, which makes the browser lay it out anyway.
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const footer = document.querySelector<HTMLElement>('#root footer')
    if (!fromLocation || !pathChanged || !footer) return
    const { top } = footer.getBoundingClientRect()
    if (top < innerHeight) return
    footer.style.opacity = '0'
    requestAnimationFrame(() => requestAnimationFrame(() => (footer.style.opacity = '')))
  })
}
