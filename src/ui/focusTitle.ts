/** Takes the keyboard to the page's heading, where what has the focus is about to go. */
export const focusTitle = () => document.querySelector('h1')?.focus({ preventScroll: true })
