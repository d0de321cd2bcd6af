import { type ComponentType, useId } from 'react'
import type { Address } from '#contract/address.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { texts } from '#contract/texts.ts'
import { addAddress } from '#src/lib/mine.ts'
import { useSending } from '#src/lib/useSending.ts'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Button } from '#src/ui/Button.tsx'
import { CheckedForm } from '#src/ui/CheckedForm.tsx'
import { CheckboxField } from '#src/ui/CheckboxField.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useToldMutation } from '#src/ui/useToldMutation.ts'
import { changeAddress } from './api.ts'
import * as css from './section.css.ts'

export type AddressFieldsProps = {
  known?: Partial<Omit<Address, 'id' | 'is_default'>> | undefined
  errorOf: (name: string) => string | undefined
}

type Props = {
  /** Null: a new one. */
  address: Address | null
  fields: ComponentType<AddressFieldsProps>
  onClose: () => void
}

/** The key under which what is typed is kept; null: a new address. */
export const addressDraft = (address: Address | null): string => `address ${address?.id ?? 'new'}`

/** Adds an address or changes one. */
export function AddressDialog({ address, fields: Fields, onClose }: Props) {
  const draft = addressDraft(address)
  const formRef = useDraft<HTMLFormElement>(draft)
  const forget = () => dropDraft(draft)
  const giveUp = () => {
    forget()
    onClose()
  }
  const done = { forget, close: onClose }
  const saving = useToldMutation(
    address === null ? addAddress() : changeAddress(address.id),
    formRef,
    address === null
      ? { saved: addressTexts.added, failed: addressTexts.addFailed, ...done }
      : { saved: addressTexts.updated, failed: addressTexts.updateFailed, ...done },
  )
  const sending = useSending(saving)
  const id = useId()

  const submit = (form: HTMLFormElement) => {
    const data = new FormData(form)
    return sending.send(
      form,
      async () => (await import('#contract/address.ts')).NewAddress,
      { ...Object.fromEntries(data), is_default: data.has('is_default') },
      saving.mutate,
    )
  }

  return (
    <Dialog
      title={address === null ? 'Add Address' : 'Edit Address'}
      onClose={giveUp}
      actions={
        <>
          <Button tone="secondary" onClick={giveUp}>
            Cancel
          </Button>
          <Button type="submit" form={id} isBusy={sending.isPending} busyLabel="Saving…">
            Save Address
          </Button>
        </>
      }
    >
      <CheckedForm
        ref={formRef}
        id={id}
        className={css.form}
        onSubmit={submit}
        sending={sending}
        failure={texts.networkError}
        failureTitle={address === null ? addressTexts.addFailed : addressTexts.updateFailed}
      >
        <Fields known={address ?? undefined} errorOf={sending.fields.of} />
        {!address?.is_default && <CheckboxField name="is_default" label="Use as my default address" />}
      </CheckedForm>
    </Dialog>
  )
}
