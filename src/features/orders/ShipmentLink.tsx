import { Icon } from '#src/ui/Icon.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import * as css from './ShipmentLink.css.ts'

/** To the carrier's own page, when there is one; anything but a web address is not followed. */
export function ShipmentLink({ url }: { url: string | null }) {
  if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return null
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
