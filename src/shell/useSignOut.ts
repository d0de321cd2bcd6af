import { authTexts } from '#contract/authTexts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { redirectAfterSignOut } from '#contract/constants.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { session } from '#src/lib/client.ts'
import { personal } from '#src/lib/queryClient.ts'
import { local } from '#src/lib/storage.ts'
import { useSession } from '#src/lib/useSession.ts'
import { notify } from '#src/ui/notify.ts'
import { isSigningOut, setLeaving, subscribe, whoIsLeaving } from './leaving.ts'

type Afterwards = {
  /** Closes whatever would hide the rest from screen readers: the message, and the page that follows. */
  onEnded?: () => void
  /** That page. */
  to?: '/' | '/login'
}

const isAnybodyHere = () => session.state().isAuthenticated

/** The customer to greet, even while they are being signed out, and the function that signs them out. */
export function useSignOut() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const router = useRouter()
  const onTheirWay = useSyncExternalStore(subscribe, whoIsLeaving, () => null)

  /**
   * Ends the session by `end`, which returns how to report the outcome. Whatever that is, nothing of the customer stays
   * on this browser, and they need not stay on a page of theirs until a slow line has brought the answer.
   */
  async function leaveBy(end: () => Promise<() => void>, { onEnded, to = '/' }: Afterwards = {}) {
    if (!user || isSigningOut()) return
    setLeaving(user)
    // Messages to the former customer are theirs too, and so is anything they could undo in one.
    notify.dismiss()
    const soon = new Promise<void>((resolve) => setTimeout(resolve, redirectAfterSignOut))
    try {
      // Now: their other tabs hear of the end at once, and remove what this one would say is gone.
      const seeingOff = import('./personal.ts').then(
        ({ seeOff }) => seeOff(user.id),
        // Without its code, what is stored of theirs is removed at the next start.
        () => undefined,
      )
      const ending = end()
      await Promise.race([ending, soon])
      const forget = await seeingOff
      await forget?.()
      onEnded?.()
      // Somebody who has signed in meanwhile is told nothing, and stays where they are with their own data.
      if (isAnybodyHere()) return
      void ending.then((tell) => isAnybodyHere() || tell())
      await soon
      if (!isAnybodyHere()) await router.navigate({ to })
    } finally {
      // Only now: the page just left still showed them.
      if (!isAnybodyHere()) queryClient.removeQueries({ queryKey: [personal] })
      setLeaving(null)
    }
  }

  return {
    customer: onTheirWay ?? user,
    isSigningOut: onTheirWay !== null,
    signOut: (afterwards?: Afterwards) =>
      leaveBy(
        async () =>
          (await session.logout())
            ? () => notify.success(authTexts.loggedOut)
            : () => notify.error(`${authTexts.logoutFailed}. ${authTexts.leftHere}`),
        afterwards,
      ),
    /** For a customer whose account no longer exists. */
    leave: (message: string) =>
      leaveBy(async () => {
        session.end()
        local.remove(storageKeys.rememberMe)
        return () => notify.success(message)
      }),
  }
}
