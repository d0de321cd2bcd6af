import { useState } from 'react'
import type { AccountExport } from '#contract/account.ts'
import { session } from '#src/lib/client.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { Button } from '#src/ui/Button.tsx'
import { exportAccount } from './api.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import * as css from './section.css.ts'

type Props = {
  /** Whether a password confirms that the account is deleted, or else a code; undefined while that is not known. */
  hasPassword: boolean | undefined
  /** The account's email address while nobody has verified that it is the customer's: what is kept under it is not theirs yet. */
  unproved: string | null
  onDeleted: () => Promise<void>
}

/** A copy of everything, and the way to delete the account. */
export function YourData({ hasPassword, unproved, onDeleted }: Props) {
  const { mutate: copy, isPending } = useOneAtATime({
    ...exportAccount(),
    onMutate: whoAsks,
    // In the mutation's options, not the call's: they asked for it, wherever in the shop they are by now. Once they have
    // signed out, the browser is perhaps somebody else's.
    onSuccess: (copied, _nothing, asked) => {
      if (asked !== null && whoAsks() === asked) save(copied)
    },
  })
  const [isLeaving, setLeaving] = useState(false)
  return (
    <section aria-labelledby="data">
      <div className={css.head}>
        <h2 id="data" className={css.heading}>
          Your Data
        </h2>
      </div>
      <div className={css.spaced}>
        <p className={css.quiet}>
          Download everything we hold about you, or delete it, at any time.
          {unproved !== null &&
            ` Messages to us and the newsletter count as yours once you have verified ${unproved}.`}
        </p>
        <div className={css.wideActions}>
          <Button
            tone="secondary"
            icon="download"
            isBusy={isPending}
            busyLabel="Collecting…"
            onClick={() => copy()}
          >
            Download My Data
          </Button>
          {hasPassword !== undefined && (
            <Button tone="quiet" className={css.quietButton} onClick={() => setLeaving(true)}>
              Delete My Account
            </Button>
          )}
        </div>
      </div>
      {isLeaving && hasPassword !== undefined && (
        <DeleteDialog
          hasPassword={hasPassword}
          unproved={unproved}
          onDeleted={onDeleted}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  )
}

const whoAsks = () => session.state().user?.id ?? null

/** Hands the copy to the browser as a file. */
function save(copy: AccountExport) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(copy, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'my-data.json'
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
