import { useSyncExternalStore } from 'react'
import { formatDate } from '#src/lib/dates.ts'
import { Icon } from '#src/ui/Icon.tsx'
import * as css from './Updated.css.ts'

/** The day a page's text last changed, '2026-11-20'; without a network also that the page was not fetched just now. */
export function Updated({ on }: { on: string }) {
  return (
    <p className={css.root}>
      Last updated <time dateTime={on}>{formatDate(on)}</time>
      <SavedMark />
    </p>
  )
}

function follow(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function SavedMark() {
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  )
  // The line is there from the start: otherwise what is below would be pushed down when the network is lost.
  return (
    <span className={css.saved}>
      {!isOnline && (
        <>
          <Icon name="download" size="current" /> Saved on this device
        </>
      )}
    </span>
  )
}
