import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Address } from '#contract/address.ts'
import { addressLines } from '#contract/addressLines.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { largestAddressBook } from '#contract/constants.ts'
import { mine } from '#src/lib/mine.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { wasOpen } from '#src/offline/useDraft.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/Dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { AddressDialog, type AddressFieldsProps, addressDraft } from './AddressDialog.tsx'
import { changeAddress, deleteAddress, setDefaultAddress } from './api.ts'
import { KeptCards } from './KeptCards.tsx'
import * as css from './section.css.ts'

type Props = {
  /** The fields of an address, the same as at the checkout. */
  fields: ComponentType<AddressFieldsProps>
}

/** The address book. One of the addresses is always the default. */
export function AddressesTab({ fields }: Props) {
  return (
    <KeptCards
      query={useQuery(mine.addresses())}
      what="Your addresses"
      failure={addressTexts.loadFailed}
      empty={{ title: 'No addresses yet', text: 'Keep one here, and the checkout is a matter of moments.' }}
      addLabel="Add Address"
      most={largestAddressBook}
      full={addressTexts.bookFull}
      wasAdding={() => wasOpen(addressDraft(null))}
      card={(address) => <AddressCard address={address} fields={fields} />}
      dialog={(close) => <AddressDialog address={null} fields={fields} onClose={close} />}
    />
  )
}

function AddressCard({ address, fields }: Props & { address: Address }) {
  const [shown, setShown] = useState<'edit' | 'delete' | null>(() =>
    wasOpen(addressDraft(address)) ? 'edit' : null,
  )
  const remove = useOneAtATime({
    ...deleteAddress(),
    // In the mutation's options, not the call's, so that it still runs when the card is gone by then.
    onSuccess: () => notify.success(addressTexts.deleted),
    // It may be closed by now, and another in its place.
    onSettled: () => setShown((now) => (now === 'delete' ? null : now)),
  })
  const prefer = useOneAtATime({
    ...setDefaultAddress(),
    onSuccess: () => notify.success(addressTexts.defaultUpdated),
  })
  // As in the personal information.
  const isSaving = useIsMutating({ mutationKey: changeAddress(address.id).mutationKey }) > 0
  // The button that was pressed disappears: the default address has none.
  const { heir, within } = useHeir()
  const { full_name } = address
  const name = nameOf(address)
  return (
    <article className={css.card} aria-label={`Address of ${name}`} {...within}>
      <div>
        <div className={css.cardHead}>
          <h2 className={css.cardTitle}>{full_name}</h2>
          {address.is_default && <Badge tone="positive">Default</Badge>}
        </div>
        <address className={css.lines}>{[...addressLines(address), address.phone].join('\n')}</address>
      </div>
      <div className={css.cardActions}>
        <Button
          ref={heir}
          tone="quiet"
          size="s"
          className={css.quietButton}
          isBusy={isSaving}
          aria-label={`Edit the address of ${name}`}
          onClick={() => setShown('edit')}
        >
          Edit
        </Button>
        <Button
          tone="quiet"
          size="s"
          className={css.quietButton}
          aria-label={`Delete the address of ${name}`}
          onClick={() => setShown('delete')}
        >
          Delete
        </Button>
        {!address.is_default && (
          <Button
            tone="quiet"
            size="s"
            className={css.quietButton}
            isBusy={prefer.isPending}
            aria-label={`Set as default: the address of ${name}`}
            onClick={() => prefer.mutate(address.id)}
          >
            Set as Default
          </Button>
        )}
      </div>
      {shown === 'edit' && <AddressDialog address={address} fields={fields} onClose={() => setShown(null)} />}
      {shown === 'delete' && (
        <ConfirmDialog
          title="Delete Address"
          confirmLabel="Yes, Delete"
          tone="critical"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(address.id)}
          onCancel={() => setShown(null)}
        >
          <div className={css.spaced}>
            <p>{addressTexts.confirmDelete}</p>
            <address className={css.lines}>{[full_name, ...addressLines(address)].join('\n')}</address>
          </div>
        </ConfirmDialog>
      )}
    </article>
  )
}

/** Tells it from others of the same person, or of the same house. */
const nameOf = ({ full_name, address_line_1, address_line_2, postal_code }: Address) =>
  [full_name, address_line_1, address_line_2, postal_code].filter(Boolean).join(', ')
