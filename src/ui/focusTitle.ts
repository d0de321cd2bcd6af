/** Moves the focus to the page's heading, because the control that has it is about to disappear. */
export const focusTitle = () => document.querySelector('h1')?.focus({ preventScroll: true })
