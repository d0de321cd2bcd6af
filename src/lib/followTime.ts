/**
 * Calls `look` so often (milliseconds), and whenever the page is looked at again: it may have stayed open overnight, and
 * a phone runs no timers in a pocket. Returns how to stop.
 */
export function followTime(look: () => void, often: number): () => void {
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, often)
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
  }
}
