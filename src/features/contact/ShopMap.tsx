import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { shopDetails, shopLatitude, shopLongitude } from '#contract/shopDetails.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import * as css from './ShopMap.css.ts'

const degrees = (value: number) => value.toFixed(4)
const latitude = degrees(shopLatitude)
const longitude = degrees(shopLongitude)
const corners = [
  shopLongitude - 0.006,
  shopLatitude - 0.003,
  shopLongitude + 0.006,
  shopLatitude + 0.003,
].map(degrees)
const embedded = `https://www.openstreetmap.org/export/embed.html?bbox=${corners.join('%2C')}&layer=mapnik&marker=${latitude}%2C${longitude}`
const opened = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** Where the shop is. The map comes from a third party, so it is loaded only on request. */
export function ShopMap() {
  const [state, setState] = useState<'asleep' | 'offline' | 'shown'>('asleep')
  const frame = useRef<HTMLIFrameElement>(null)

  const show = () => {
    if (!navigator.onLine) return setState('offline')
    flushSync(() => setState('shown'))
    // The button that was pressed is gone.
    frame.current?.focus()
  }

  return (
    <div className={css.root}>
      <div className={css.frame}>
        {state === 'shown' ? (
          <iframe
            ref={frame}
            className={css.map}
            title={`Map of ${shopDetails.address.join(', ')}`}
            src={embedded}
            sandbox="allow-scripts allow-same-origin allow-popups"
          />
        ) : (
          <>
            <Streets />
            <div className={css.card}>
              <Icon name="pin" className={css.pin} />
              <address>
                {shopDetails.address.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </address>
              <Button tone="secondary" size="s" onClick={show}>
                Show map
              </Button>
              <p className={css.note} role="status">
                {state === 'offline' && 'The map needs the network. Please try again when you are connected.'}
              </p>
            </div>
          </>
        )}
      </div>
      <p className={css.source}>
        <a href={opened} rel="noopener" className={css.away}>
          Open in OpenStreetMap
        </a>
        <span>‘Show map’ loads it from openstreetmap.org.</span>
      </p>
    </div>
  )
}

/** A suggestion of a town while there is no map. */
function Streets() {
  return (
    <svg
      className={css.streets}
      viewBox="0 0 480 480"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d="M-10 120C80 110 160 150 260 130S420 60 490 80M-10 330c100-20 170 10 250-10s160-70 250-50M120-10c-10 90 20 170 0 250s-30 160-10 250M350-10c20 100-30 150-10 240s50 160 30 260" />
      <path
        className={css.lanes}
        d="M-10 220c60 10 110-10 125 0M125 60c70 10 150-20 225-10M118 200c80 20 150 0 222 10M108 410c90-10 170 20 255 0M230 135v200M290 125c-5 60 10 130 0 195M60 115v110M410 75c10 60-10 150 5 210M180 330v160M270 315v175"
      />
    </svg>
  )
}
