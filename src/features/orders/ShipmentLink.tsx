import { Icon } from '#src/ui/Icon.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import * as css from './ShipmentLink.css.ts'

/** A link to the carrier's own page, if there is one; anything but a web address is no link. */
export function ShipmentLink({ url }: { url: string | null }) {
  if (url === null || !isOnTheWeb(url)) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={`${buttonStyle({ tone: 'secondary', size: 's' })} ${css.link}`}
    >
      Track Shipment
      <Icon name="external" size="s" className={css.mark} />
      <span className={css.spoken}> (opens in a new tab)</span>
    </a>
  )
}

// Not with `URL.canParse`, which Safari has only since 17.
function isOnTheWeb(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url).protocol)
  } catch {
    return false
  }
}
