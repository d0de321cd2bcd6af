import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Price } from '#src/ui/Price.tsx'
import { tellHeight } from '#src/ui/tellHeight.ts'
import * as css from './BuyBar.css.ts'
import type { Offer } from './choice.ts'

const tellBarHeight = tellHeight('--buy-bar-height')

type Props = {
  /** The page's own buy button: while it is in view, or still to come, there is no bar. */
  watched: RefObject<HTMLElement | null>
  offer: Offer
  children: ReactNode
}

/** At the foot of a phone: the price and the button, once the shopper has scrolled past them. */
export function BuyBar({ watched, offer, children }: Props) {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (!watched.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1)
        if (latest) setShown(!latest.isIntersecting)
      },
      // As if the window had no end: somebody who jumps past it has never had it in view.
      { rootMargin: '0px 0px 999999px' },
    )
    observer.observe(watched.current)
    return () => observer.disconnect()
  }, [watched])

  return (
    <div ref={tellBarHeight} className={css.bar} data-shown={isShown || undefined} inert={!isShown}>
      <Price price={offer.price} from={offer.isFrom} compareAt={offer.compareAtPrice} />
      <div className={css.action}>{children}</div>
    </div>
  )
}
