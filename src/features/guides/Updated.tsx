import { formatDate } from '#src/lib/dates.ts'
import { useNetwork } from '#src/offline/network.ts'
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

function SavedMark() {
  const isOffline = useNetwork() === 'offline'
  // The line is there from the start: otherwise what is below would be pushed down when the network is lost.
  return (
    <span className={css.saved}>
      {isOffline && (
        <>
          <Icon name="download" size="current" /> Saved on this device
        </>
      )}
    </span>
  )
}
