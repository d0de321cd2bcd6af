import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { AddressAnswer, AddressesAnswer, type NewAddress, addressTexts } from '#contract/address.ts'
import { type NewOrder, OrderPlaced, checkoutTexts } from '#contract/checkout.ts'
import { Profile } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { personal } from '#src/lib/queryClient.ts'
import type * as v from 'valibot'

export const checkout = {
  addresses: () =>
    queryOptions({
      queryKey: [personal, 'addresses'],
      queryFn: async ({ signal }) =>
        unwrap(await http.get(paths.addresses, { schema: AddressesAnswer, signal })).data,
    }),
  profile: () =>
    queryOptions({
      queryKey: [personal, 'profile'],
      queryFn: async ({ signal }) => unwrap(await http.get(paths.profile, { schema: Profile, signal })),
    }),
}

export const addAddress = () =>
  mutationOptions({
    mutationKey: ['add-address'],
    meta: { errors: 'inline', failure: addressTexts.addFailed },
    mutationFn: async (address: NewAddress) =>
      unwrap(await http.post(paths.addresses, { schema: AddressAnswer, body: address })).data,
  })

/** `key` makes one order of one intention, however often it is sent: keep it until the server has refused or accepted. */
export const placeOrder = () =>
  mutationOptions({
    mutationKey: ['place-order'],
    meta: { errors: 'inline', failure: checkoutTexts.processingFailed },
    // The cache of changes must not hold on to what it was paid with.
    gcTime: 0,
    mutationFn: async ({ order, key }: { order: v.InferInput<typeof NewOrder>; key: string }) =>
      unwrap(await http.post(paths.checkout, { schema: OrderPlaced, body: order, idempotencyKey: key })),
  })
