import { useState } from 'react'
import { forgetAll } from '#src/offline/forgetAll.ts'
import { ConfirmDialog } from '#src/ui/Dialog.tsx'
import { notify } from '#src/ui/notify.ts'

export function ForgetMeDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const forget = async () => {
    setBusy(true)
    // Messages to whoever is forgotten are theirs too.
    notify.dismiss()
    await forgetAll()
    notify.success('This browser has forgotten you.')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Forget you on this browser?"
      cancelLabel="Keep everything"
      confirmLabel="Forget me"
      tone="critical"
      isBusy={isBusy}
      onConfirm={() => void forget()}
      onCancel={onClose}
    >
      <p>
        You are signed out, and your choices are forgotten. Forms half filled in, and changes to your cart or
        wishlist that have not reached us yet, are lost. Your account and your orders stay with us.
      </p>
    </ConfirmDialog>
  )
}
