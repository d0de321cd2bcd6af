import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import type { Address, NewAddress } from '#contract/address.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { Note } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import type { FieldErrors } from '#contract/problem.ts'
import { texts } from '#contract/texts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'
import { addAddress } from '#src/lib/mine.ts'
import { useFieldErrors } from '#src/lib/useFieldErrors.ts'
import { dropDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChoiceGroup, RadioCard } from '#src/ui/Choice.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Refusal } from '#src/ui/Refusal.tsx'
import { AddressFields, addressOf, addressDraftName } from './AddressFields.tsx'
import { AnotherAddress, hasRoom } from './AnotherAddress.tsx'
import { BillingChoice, billingPrefix } from './BillingChoice.tsx'
import { DeliveryChoice } from './DeliveryChoice.tsx'
import { NoteField } from './NoteField.tsx'
import type { CheckoutDraft } from './checkoutDraft.ts'
import { chosenAddress, goneAddress, stepFormId } from './progress.ts'
import {
  type Choice,
  addressLine,
  another,
  choiceIn,
  countryIn,
  prefixed,
  typedAddress,
} from './shippingChoice.ts'
import * as css from './steps.css.ts'

type Props = {
  draft: CheckoutDraft
  addresses: readonly Address[]
  onChoose: (choice: Choice) => void
  /** Called with each address as soon as it is saved, wherever the shopper is by then. */
  onAdded: (into: Typed['into'], added: Address) => void
  /** Called once everything is chosen. */
  onDone: () => void
  onBack: () => void
}

/** Step 2: where it goes, who pays the bill, and how it is delivered. */
export function ShippingStep({ draft, addresses, onChoose, onAdded, onDone, onBack }: Props) {
  const { mutateAsync, isPending, error, reset } = useMutation(addAddress())
  // The step bar submits the form too, even while its button is busy.
  const isSaving = useRef(false)
  const fields = useFieldErrors()
  // Said for as long as the step is shown: removing it when another is chosen would move the page under the shopper.
  const [gone] = useState(() => goneAddress(draft, addresses))
  // Remounts a group of choices once a new address was saved for it: the address's card was there already, not chosen.
  const [saved, setSaved] = useState<Partial<Record<Typed['into'], string>>>({})
  const [typedCountry, setTypedCountry] = useState<string | null>(null)
  const isNew = addresses.length === 0 || (draft.addressId === another && hasRoom(addresses))
  const chosen = isNew ? undefined : chosenAddress(draft, addresses)
  const typed = typedCountry === null ? null : { country: typedCountry }

  const choose = (event: FormEvent<HTMLFormElement>) => {
    fields.clearEdited(event)
    setTypedCountry(countryIn(event.currentTarget))
    onChoose(choiceIn(event.currentTarget, addresses))
  }

  /** Saves what was typed, one address after the other; after a failure those saved before stay chosen. */
  async function saveAndGoOn(form: HTMLFormElement, typed: readonly Typed[]) {
    for (const { prefix, into, address } of typed) {
      try {
        const added = await mutateAsync(address)
        dropDraft(addressDraftName(prefix))
        onAdded(into, added)
        setSaved((before) => ({ ...before, [into]: added.id }))
      } catch (failure) {
        return fields.show(form, failure instanceof AppError ? prefixed(failure.fields, prefix) : {})
      }
      // The shopper has gone elsewhere meanwhile, and must not be pulled back.
      if (!form.isConnected) return
    }
    onDone()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSaving.current) return
    // Why an earlier press failed is not why this one does.
    reset()
    const form = event.currentTarget
    const choice = choiceIn(form, addresses)
    if (!isNew && choice.addressId === undefined) {
      return fields.show(form, { shipping_address_id: [checkoutTexts.chooseAddress] })
    }
    const wanted = [
      ...(isNew ? [{ prefix: '', into: 'addressId' } as const] : []),
      ...(choice.billingId === another ? [{ prefix: billingPrefix, into: 'billingId' } as const] : []),
    ].map((one) => ({ ...one, ...typedAddress(form, one.prefix) }))
    const faults = wanted.flatMap((one) => (one.faults ? [one.faults] : []))
    // Not every browser counts its characters as the server does.
    const note = v.safeParse(Note, choice.note)
    if (!note.success) faults.push({ note: [note.issues[0].message] })
    if (faults.length > 0) {
      const found: FieldErrors = Object.assign({}, ...faults)
      // None was begun: the rest is filled in by itself.
      if (addresses.length === 0 && found.address_line_1 && found.postal_code)
        found.shipping_address_id = [checkoutTexts.chooseAddress]
      return fields.show(form, found)
    }
    const typed = wanted.flatMap(({ prefix, into, address }) => (address ? [{ prefix, into, address }] : []))
    onChoose(choice)
    isSaving.current = true
    void saveAndGoOn(form, typed).finally(() => {
      isSaving.current = false
    })
  }

  return (
    <form id={stepFormId} className={css.form} noValidate onSubmit={submit} onInput={choose}>
      {gone !== null && (
        <Notice tone="warning" role="alert">
          The {gone} address that you had chosen is not there any more. Please choose or add another one.
        </Notice>
      )}
      {error && !isPending && (
        <Refusal title={addressTexts.addFailed}>{messageOf(error, texts.networkError)}</Refusal>
      )}
      {addresses.length === 0 && fields.of('shipping_address_id') && (
        <Notice tone="critical" role="alert">
          {checkoutTexts.chooseAddress}
        </Notice>
      )}
      {addresses.length > 0 && (
        <ChoiceGroup key={saved.addressId} legend="Deliver to" error={fields.of('shipping_address_id')}>
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
          <AnotherAddress name="shipping_address_id" addresses={addresses} isChosen={isNew} />
        </ChoiceGroup>
      )}
      {isNew && (
        <section className={css.part} aria-label="New address">
          {addresses.length === 0 && <h3 className={css.partTitle}>Deliver to</h3>}
          <AddressFields
            known={addressOf(draft.contact)}
            draftName={addressDraftName('')}
            errorOf={fields.of}
          />
        </section>
      )}
      <BillingChoice
        draft={draft}
        addresses={addresses}
        adding={isNew ? 1 : 0}
        saved={saved.billingId}
        errorOf={fields.of}
      />
      <DeliveryChoice method={draft.shippingMethod} address={isNew ? typed : (chosen ?? null)} />
      <NoteField note={draft.note} error={fields.of('note')} />
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

type Typed = { prefix: string; into: 'addressId' | 'billingId'; address: NewAddress }
