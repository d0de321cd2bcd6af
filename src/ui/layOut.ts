/**
 * For `content-visibility` of what stands far down a page: it is laid out when somebody comes near, and once the page
 * has nothing else to do, so that what takes the whole of a page (a picture of it, a search in it, the bar at its side) finds
 * it there.
 */
export const untilLaidOut = 'var(--far, auto)'

/** Lays out what was left for later, on this page and on all that follow it. */
export const layOutAll = (): void => document.documentElement.style.setProperty('--far', 'visible')
