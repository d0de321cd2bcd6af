import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import * as v from 'valibot'
import { type Address, NewAddress } from '#contract/address.ts'
import { checkoutTexts } from '#contract/checkout.ts'
import { fieldErrors } from '#contract/problem.ts'
import { ShippingMethod } from '#contract/checkout.ts'
import { texts } from '#contract/texts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChoiceGroup, RadioCard } from '#src/ui/Choice.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { AddressFields } from './AddressFields.tsx'
import { addAddress } from './api.ts'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import type { Draft } from './draft.ts'
import { chosenAddress, stepFormId } from './progress.ts'
import * as css from './steps.css.ts'

/** What the address choice says for an address that is still to be typed. */
const another = 'new'

type Choice = Pick<Draft, 'addressId' | 'shippingMethod'>

type Props = {
  draft: Draft
  addresses: readonly Address[]
  onChoose: (choice: Choice) => void
  onDone: (choice: Choice, added: Address | null) => void
  onBack: () => void
}

/** Step 2: where to, and how. */
export function ShippingStep({ draft, addresses, onChoose, onDone, onBack }: Props) {
  const { mutate, isPending, error } = useMutation(addAddress())
  const fields = useFieldErrors()
  const isNew = addresses.length === 0 || draft.addressId === another
  const chosen = isNew ? undefined : chosenAddress(draft, addresses)

  const choose = (event: FormEvent<HTMLFormElement>) => {
    fields.clearEdited(event)
    onChoose(choiceIn(event.currentTarget))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const choice = choiceIn(form)
    if (!isNew) {
      if (choice.addressId === undefined)
        fields.show(form, { shipping_address_id: [checkoutTexts.chooseAddress] })
      else onDone(choice, null)
      return
    }
    const address = v.safeParse(NewAddress, {
      ...Object.fromEntries(new FormData(form)),
      is_default: addresses.length === 0,
    })
    if (!address.success) return fields.show(form, fieldErrors(address.issues))
    mutate(address.output, {
      onSuccess: (added) => onDone({ ...choice, addressId: added.id }, added),
      onError: (failure) => fields.show(form, failure instanceof AppError ? failure.fields : {}),
    })
  }

  return (
    <form id={stepFormId} className={css.form} noValidate onSubmit={submit} onInput={choose}>
      {error && !isPending && (
        <Notice tone="critical" role="alert">
          {messageOf(error, texts.networkError)}
        </Notice>
      )}
      {addresses.length > 0 && (
        <ChoiceGroup legend="Deliver to" error={fields.of('shipping_address_id')}>
          {addresses.map((address) => (
            <RadioCard
              key={address.id}
              name="shipping_address_id"
              value={address.id}
              title={address.full_name}
              defaultChecked={address.id === chosen?.id}
            >
              {addressLine(address)}
            </RadioCard>
          ))}
          <RadioCard
            name="shipping_address_id"
            value={another}
            title="A new address"
            defaultChecked={isNew}
          />
        </ChoiceGroup>
      )}
      {isNew && (
        <section className={css.part} aria-label="New address">
          {addresses.length === 0 && <h3 className={css.partTitle}>Deliver to</h3>}
          <AddressFields contact={draft.contact} errorOf={fields.of} />
        </section>
      )}
      <DeliveryChoice method={draft.shippingMethod} />
      <div className={css.actions}>
        <Button tone="quiet" className={css.back} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" isBusy={isPending} busyLabel="Saving the address…">
          Continue
        </Button>
      </div>
    </form>
  )
}

/** An address in one line. */
export const addressLine = (address: Omit<Address, 'id' | 'is_default'>): string =>
  [
    address.address_line_1,
    address.address_line_2,
    address.city,
    address.state,
    address.postal_code,
    address.country,
  ]
    .filter(Boolean)
    .join(', ')

function choiceIn(form: HTMLFormElement): Choice {
  const data = new FormData(form)
  const addressId = data.get('shipping_address_id')
  const method = v.safeParse(ShippingMethod, data.get('shipping_method'))
  return {
    addressId: typeof addressId === 'string' ? addressId : undefined,
    shippingMethod: method.success ? method.output : 'standard',
  }
}
