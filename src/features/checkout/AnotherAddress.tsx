import { Link } from '@tanstack/react-router'
import type { Address } from '#contract/address.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { largestAddressBook } from '#contract/constants.ts'
import { RadioCard } from '#src/ui/Choice.tsx'
import { another } from './shippingChoice.ts'
import * as css from './steps.css.ts'

/** Whether the address book has space for one more, besides those being added: new ones are saved, too. */
export const hasRoom = (addresses: readonly Address[], adding = 0): boolean =>
  addresses.length + adding < largestAddressBook

type Props = { name: string; addresses: readonly Address[]; adding?: number; isChosen: boolean }

/** The last choice among several addresses: one still to be typed, or a link to where space for it is made. */
export function AnotherAddress({ name, addresses, adding, isChosen }: Props) {
  if (hasRoom(addresses, adding))
    return <RadioCard name={name} value={another} title="A new address" defaultChecked={isChosen} />
  return (
    <p className={css.quiet}>
      {addressTexts.bookFull}{' '}
      <Link to="/account" search={{ tab: 'addresses' }}>
        Delete one to add another
      </Link>
    </p>
  )
}
