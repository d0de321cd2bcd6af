import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { accountTexts } from '#contract/accountTexts.ts'
import type { NewAddress } from '#contract/address.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import type { Profile } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { type Answer, unwrap } from './answer.ts'
import { http, session } from './client.ts'
import { personal } from './queryClient.ts'
import { local } from './storage.ts'

const authSchemas = () => import('#contract/auth.ts')
const addressSchemas = () => import('#contract/address.ts')

/** What several pages read about the signed-in customer. It stays in memory: phones are shared. */
export const mine = {
  profile: () =>
    queryOptions({
      queryKey: [personal, 'profile'],
      queryFn: ({ signal }) =>
        named(http.get(paths.profile, { schema: async () => (await authSchemas()).Profile, signal })),
      meta: { failure: accountTexts.fetchFailed },
    }),
  addresses: () =>
    queryOptions({
      queryKey: [personal, 'addresses'],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.addresses, {
            schema: async () => (await addressSchemas()).AddressesAnswer,
            signal,
          }),
        ).data,
      meta: { failure: addressTexts.loadFailed },
    }),
  savedCards: () =>
    queryOptions({
      queryKey: [personal, 'saved-cards'],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.paymentMethods, {
            schema: async () => (await import('#contract/savedCards.ts')).SavedCardsAnswer,
            signal,
          }),
        ).data,
      meta: { failure: savedCardTexts.loadFailed },
    }),
}

/**
 * Waits for the profile, updates this browser's record of its customer to match, and has it cached, unless somebody
 * else is signed in by then.
 */
export async function named(
  asking: Promise<Answer<Profile>>,
  keep?: (profile: Profile) => void,
): Promise<Profile> {
  const id = session.state().user?.id
  const profile = unwrap(await asking)
  const { user } = session.state()
  if (user?.id !== id) return profile
  keep?.(profile)
  const { first_name, last_name, email } = profile
  if (
    user &&
    [user.first_name, user.last_name, user.email].join() !== [first_name, last_name, email].join()
  ) {
    local.set(storageKeys.user, JSON.stringify({ id: user.id, first_name, last_name, email }))
    session.reread()
  }
  return profile
}

export const addAddress = () =>
  mutationOptions({
    mutationKey: ['add-address'],
    meta: { errors: 'inline', failure: addressTexts.addFailed },
    mutationFn: async (address: NewAddress) =>
      unwrap(
        await http.post(paths.addresses, {
          schema: async () => (await addressSchemas()).AddressAnswer,
          body: address,
        }),
      ).data,
  })
