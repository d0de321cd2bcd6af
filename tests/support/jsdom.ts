// Jsdom lays nothing out, and so scrolls nowhere; at a call of the one it prints a complaint, and the other it lacks.
if (typeof document !== 'undefined') {
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
}
