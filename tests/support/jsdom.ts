// Jsdom lays nothing out: nothing scrolls, and nothing changes its size. At a call of `scrollTo` it prints a complaint,
// and the others it lacks.
if (typeof document !== 'undefined') {
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  globalThis.ResizeObserver = class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  }
}
