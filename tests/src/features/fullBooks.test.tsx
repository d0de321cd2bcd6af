// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { addressTexts } from '#contract/addressTexts.ts'
import { largestAddressBook, mostSavedCards } from '#contract/constants.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { PaymentForm } from '#src/features/checkout/PaymentForm.tsx'
import { ShippingStep } from '#src/features/checkout/ShippingStep.tsx'
import { type Choice, another } from '#src/features/checkout/shippingChoice.ts'
import { adasAddress } from '#tests/support/ada.ts'
import { show } from '#tests/support/show.tsx'

const nothing = () => undefined
afterEach(cleanup)

const several = <T,>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const book = (count: number) =>
  several(count, (index) => ({
    ...adasAddress(String(index), index === 0),
    address_line_1: `${index} High Street`,
  }))

function Step({ kept, addressId }: { kept: number; addressId: string }) {
  // As it was left while there was space.
  const [choice, setChoice] = useState<Choice>({ addressId, billingId: another, shippingMethod: 'standard' })
  return (
    <ShippingStep
      draft={{ customer: '1', at: 0, confirmed: 1, ...choice }}
      addresses={book(kept)}
      onChoose={setChoice}
      onAdded={nothing}
      onDone={nothing}
      onBack={nothing}
    />
  )
}
const showAddresses = (kept: number, addressId: string = another) =>
  show(<Step kept={kept} addressId={addressId} />)

function showCards(count: number) {
  show(
    <PaymentForm
      onReadCards={null}
      cards={several(count, (index) => ({
        id: String(index),
        brand: 'Visa',
        last_four: String(1_000 + index),
        // Expired, so that a new one is chosen.
        expiry: '01/20',
        is_default: false,
      }))}
      isGone={false}
      isAsked={false}
      takesFocus={false}
      onSave={nothing}
      onBack={nothing}
    />,
  )
}

describe('checkout asks for nothing more to keep where there is no room for it', () => {
  it.each([
    [largestAddressBook - 2, 2],
    // That is the delivery address.
    [largestAddressBook - 1, 1],
    [largestAddressBook, 0],
  ])('an address, with %i kept', (kept, room) => {
    showAddresses(kept)
    expect(screen.queryAllByRole('radio', { name: /A new address/ })).toHaveLength(room)
    expect(screen.queryAllByRole('textbox', { name: 'Postcode' })).toHaveLength(room)
    expect(screen.queryAllByText(addressTexts.bookFull, { exact: false })).toHaveLength(2 - room)
    const ways = screen.queryAllByRole('link', { name: 'Delete one to add another' })
    expect(ways.map((link) => link.getAttribute('href'))).toEqual(
      several(2 - room, () => '/account?tab=addresses'),
    )
  })

  it('and shows who the bill goes to where the last room is taken for the parcel', () => {
    showAddresses(largestAddressBook - 1, '0')
    const bill = () => within(screen.getByRole('group', { name: 'Bill to' }))
    expect(bill().getByRole('radio', { checked: true }).getAttribute('value')).toBe(another)
    const deliver = within(screen.getByRole('group', { name: 'Deliver to' }))
    fireEvent.click(deliver.getByRole('radio', { name: /A new address/ }))
    expect(bill().getByRole('radio', { checked: true }).getAttribute('value')).toBe('0')
  })

  it('a card', () => {
    showCards(mostSavedCards - 1)
    expect(screen.queryByRole('checkbox', { name: /Save this card/ })).not.toBeNull()
    cleanup()
    showCards(mostSavedCards)
    expect(screen.queryByRole('checkbox', { name: /Save this card/ })).toBeNull()
    expect(screen.queryByText(savedCardTexts.full)).not.toBeNull()
  })
})
