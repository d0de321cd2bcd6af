import { orderTexts } from '#contract/orderTexts.ts'
import type { OrderAddress } from '#contract/order.ts'
import * as css from './AddressBlock.css.ts'

type Props = { title: string; address: OrderAddress | null; heading?: 'h2' | 'h3' }

/** Where it goes, as one writes it on a parcel. */
export function AddressBlock({ title, address, heading: Heading = 'h3' }: Props) {
  const lines = address && [
    address.full_name,
    address.address_line_1,
    address.address_line_2,
    `${address.city}, ${address.state}`,
    `${address.postal_code}, ${address.country}`,
    address.phone,
  ]
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
