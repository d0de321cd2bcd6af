import { addressLines } from '#contract/addressLines.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import type { OrderAddress } from '#contract/order.ts'
import * as css from './AddressBlock.css.ts'

type Props = { title: string; address: OrderAddress | null; heading?: 'h2' | 'h3' }

/** A delivery address, as written on a parcel. */
export function AddressBlock({ title, address, heading: Heading = 'h3' }: Props) {
  const lines = address && [address.full_name, ...addressLines(address), address.phone]
  return (
    <section className={css.root}>
      <Heading className={css.title}>{title}</Heading>
      {lines ? (
        <address className={css.lines}>{lines.filter(Boolean).join('\n')}</address>
      ) : (
        <p className={css.lines}>{orderTexts.notAvailable}</p>
      )}
    </section>
  )
}
