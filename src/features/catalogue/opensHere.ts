import type { MouseEvent } from 'react'

/** Whether the page that a link leads to opens in place of this one: with a key held down it opens elsewhere. */
export const opensHere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  !metaKey && !ctrlKey && !shiftKey && !altKey
