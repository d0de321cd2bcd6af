import { useLate } from '#src/lib/useLate.ts'
import { Button } from '#src/ui/Button.tsx'

const loadDialog = async () => (await import('./ForgetMeDialog.tsx')).ForgetMeDialog

/** Removes from this browser what a sign-out leaves, too; asks first, because what is only here is lost. */
export function ForgetMe() {
  const { Part: Dialog, open, close } = useLate(loadDialog)
  return (
    // One part of the text: the space between its parts would be the dialog's margin.
    <div>
      <Button tone="secondary" aria-haspopup="dialog" onClick={open}>
        Forget me on this browser
      </Button>
      {Dialog && <Dialog onClose={close} />}
    </div>
  )
}
