import { mutationOptions } from '@tanstack/react-query'
import type { AccountDeletion, AccountDeletionByCode, ProfilePatch } from '#contract/account.ts'
import { deletionCodePath } from '#contract/accountDeletion.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import type { NewAddress } from '#contract/address.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import type { Profile } from '#contract/auth.ts'
import type { CardPayment } from '#contract/checkout.ts'
import { passwordLinkPath, verificationPath } from '#contract/mailedLinks.ts'
import type { PasswordChange } from '#contract/passwords.ts'
import { passwordChangeTexts } from '#contract/passwordChangeTexts.ts'
import { passwordTexts } from '#contract/passwordTexts.ts'
import { paths } from '#contract/paths.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { isUnheard } from '#src/lib/AppError.ts'
import { unanswered, unwrap } from '#src/lib/answer.ts'
import { http, session } from '#src/lib/client.ts'
import { mine, named } from '#src/lib/mine.ts'
import { briefly } from '#src/lib/queryClient.ts'
import { unlessDone } from '#src/lib/unlessDone.ts'

const message = async () => (await import('#contract/fields.ts')).MessageAnswer
const addressAnswer = async () => (await import('#contract/address.ts')).AddressAnswer
const cardAnswer = async () => (await import('#contract/savedCards.ts')).SavedCardAnswer

/** What was deleted goes before the rest is read again: deleting it once more would fail. */
const without =
  (gone: string) =>
  <Item extends { id: string }>(known: Item[] | undefined) =>
    known?.filter(({ id }) => id !== gone)

const isWithout = (gone: string) => (kept: { id: string }[]) => kept.every(({ id }) => id !== gone)
const prefers = (preferred: string) => (kept: { id: string; is_default: boolean }[]) =>
  kept.some(({ id, is_default }) => is_default && id === preferred)

/** Which one is the default is on view before the rest is read again: until then the button would be there to be pressed. */
const preferring =
  (preferred: string) =>
  <Item extends { id: string; is_default: boolean }>(known: Item[] | undefined) =>
    known?.map((one) => ({ ...one, is_default: one.id === preferred }))

export const changeProfile = (onChanged?: () => void) =>
  mutationOptions({
    mutationKey: ['change-profile'],
    meta: { errors: 'inline', failure: accountTexts.updateFailed },
    mutationFn: (change: ProfilePatch, { client }) =>
      named(
        http.patch(paths.profile, {
          schema: async () => (await import('#contract/auth.ts')).Profile,
          body: change,
        }),
        (changed) => client.setQueryData(mine.profile().queryKey, changed),
      ),
    onSuccess: () => onChanged?.(),
  })

/** A change to which nobody was heard to answer, as it was sent, and when the password had been changed last before. */
export type PasswordDoubt = { before: Profile['last_password_change']; change: PasswordChange }

/**
 * Changes the password. If no answer is heard, the profile tells whether it was changed: by another date than before,
 * whatever the time is in this browser.
 * @param known that date, as it is on view
 * @param doubt the try before, if no answer to it was heard. Then the profile is asked first: if that try has changed
 *   the password, its own is the current one by now, and the one typed would be refused, and counted as a guess.
 * @param setDoubt called before anything is sent, and with null once an answer is heard
 */
export const changePassword = (
  known: Profile['last_password_change'],
  doubt: PasswordDoubt | null,
  setDoubt: (doubt: PasswordDoubt | null) => void,
) =>
  mutationOptions({
    mutationKey: ['change-password'],
    meta: { errors: 'inline', failure: passwordChangeTexts.changeFailed },
    // The mutation cache must not hold on to a password for longer.
    gcTime: briefly,
    mutationFn: async (typed: PasswordChange, { client }) => {
      const readAgain = async () =>
        (await client.fetchQuery({ ...mine.profile(), staleTime: 0 })).last_password_change
      const before = doubt ? await readAgain() : known
      const wasSet = doubt !== null && before !== doubt.before
      if (wasSet && typed.new_password === doubt.change.new_password) return
      const isSameCurrent = wasSet && typed.old_password === doubt.change.old_password
      const change = isSameCurrent ? { ...typed, old_password: doubt.change.new_password } : typed
      setDoubt({ before, change })
      const answer = await http.post(paths.changePassword, { schema: message, body: change })
      if (!isUnheard(answer.error)) {
        setDoubt(null)
        return void unwrap(answer)
      }
      if ((await readAgain().catch(() => before)) === before) unwrap(unanswered())
    },
  })

export const exportAccount = () =>
  mutationOptions({
    mutationKey: ['export-account'],
    meta: { failure: accountTexts.exportFailed },
    gcTime: briefly,
    mutationFn: async () =>
      unwrap(
        await http.get(paths.exportAccount, {
          schema: async () => (await import('#contract/account.ts')).AccountExport,
        }),
      ),
  })

/**
 * Deletes the account. If no answer is heard, whether the server still knows the session tells whether it was deleted.
 * @param isInDoubt whether an earlier try was not heard of. Then that is asked first: another call would be refused,
 *   and the session called expired.
 */
export const deleteAccount = (isInDoubt: boolean) =>
  mutationOptions({
    mutationKey: ['delete-account'],
    meta: { errors: 'inline', failure: accountTexts.deleteFailed },
    gcTime: briefly,
    mutationFn: async (proof: AccountDeletion | AccountDeletionByCode) => {
      if (isInDoubt && (await session.isOver())) return
      const answer = await http.delete(paths.account, { schema: message, body: proof })
      if (!isUnheard(answer.error)) return void unwrap(answer)
      if (!(await session.isOver())) unwrap(unanswered())
    },
  })

/** For an address that nobody has proved: the emailed link is the same as after signing up. */
export const mailVerification = () =>
  mutationOptions({
    mutationKey: ['mail-verification'],
    meta: { failure: accountTexts.linkFailed },
    mutationFn: async () => unwrap(await http.post(verificationPath, { schema: message, body: {} })).message,
  })

export const mailDeletionCode = () =>
  mutationOptions({
    mutationKey: ['mail-deletion-code'],
    meta: { errors: 'inline', failure: accountTexts.codeFailed },
    mutationFn: async () => unwrap(await http.post(deletionCodePath, { schema: message, body: {} })),
  })

/** For somebody who has no password yet: the emailed link is the same as for a forgotten one. */
export const mailPasswordLink = () =>
  mutationOptions({
    mutationKey: ['mail-password-link'],
    meta: { errors: 'inline', failure: passwordTexts.requestFailed },
    mutationFn: async () => unwrap(await http.post(passwordLinkPath, { schema: message, body: {} })),
  })

export const changeAddress = (id: string) =>
  mutationOptions({
    mutationKey: ['change-address', id],
    meta: { errors: 'inline', failure: addressTexts.updateFailed },
    mutationFn: async (address: NewAddress) =>
      unwrap(await http.put(paths.address(id), { schema: addressAnswer, body: address })).data,
  })

export const deleteAddress = () =>
  mutationOptions({
    mutationKey: ['delete-address'],
    meta: { failure: addressTexts.deleteFailed },
    mutationFn: async (id: string, { client }) => {
      await unlessDone(
        await http.delete(paths.address(id), { schema: message }),
        client,
        mine.addresses(),
        isWithout(id),
      )
      client.setQueryData(mine.addresses().queryKey, without(id))
    },
  })

/** One after the other: sent side by side, what was pressed last might arrive first, and be undone by the one before. */
export const setDefaultAddress = () =>
  mutationOptions({
    mutationKey: ['set-default-address'],
    scope: { id: 'set-default-address' },
    meta: { failure: addressTexts.setDefaultFailed },
    mutationFn: async (id: string, { client }) => {
      await unlessDone(
        await http.put(paths.setDefaultAddress(id), { schema: addressAnswer, body: {} }),
        client,
        mine.addresses(),
        prefers(id),
      )
      client.setQueryData(mine.addresses().queryKey, preferring(id))
    },
  })

export const addCard = () =>
  mutationOptions({
    mutationKey: ['add-card'],
    meta: { errors: 'inline', failure: savedCardTexts.addFailed },
    gcTime: briefly,
    mutationFn: async (card: CardPayment) =>
      unwrap(await http.post(paths.paymentMethods, { schema: cardAnswer, body: card })).data,
  })

export const removeCard = () =>
  mutationOptions({
    mutationKey: ['remove-card'],
    meta: { failure: savedCardTexts.removeFailed },
    mutationFn: async (id: string, { client }) => {
      await unlessDone(
        await http.delete(paths.paymentMethod(id), { schema: message }),
        client,
        mine.savedCards(),
        isWithout(id),
      )
      client.setQueryData(mine.savedCards().queryKey, without(id))
    },
  })

/** One after the other, as addresses. */
export const setDefaultCard = () =>
  mutationOptions({
    mutationKey: ['set-default-card'],
    scope: { id: 'set-default-card' },
    meta: { failure: savedCardTexts.setDefaultFailed },
    mutationFn: async (id: string, { client }) => {
      await unlessDone(
        await http.put(paths.setDefaultPaymentMethod(id), { schema: cardAnswer, body: {} }),
        client,
        mine.savedCards(),
        prefers(id),
      )
      client.setQueryData(mine.savedCards().queryKey, preferring(id))
    },
  })
