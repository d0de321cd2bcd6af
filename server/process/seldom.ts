/** Does it once in so many milliseconds, however often it is called: a flood must not fill the log as well. */
export function seldom<T>(tell: (about: T) => void, pause: number): (about: T) => void {
  let toldAt = -Infinity
  return (about) => {
    if (performance.now() - toldAt < pause) return
    toldAt = performance.now()
    tell(about)
  }
}
