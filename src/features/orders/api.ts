import { orderTexts } from '#contract/orderTexts.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { personal } from '#src/lib/queryClient.ts'

const schemas = () => import('#contract/order.ts')

export const orders = {
  history: () =>
    queryOptions({
      queryKey: [personal, 'orders'],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.orderHistory, {
            schema: async () => (await schemas()).OrderHistoryAnswer,
            signal,
          }),
        ).data.orders,
      meta: { failure: orderTexts.fetchListFailed },
      staleTime: 0,
    }),
  detail: (orderNumber: string) =>
    queryOptions({
      queryKey: [personal, 'orders', orderNumber],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.order(orderNumber), {
            schema: async () => (await schemas()).OrderAnswer,
            signal,
          }),
        ).data,
      meta: { failure: orderTexts.fetchFailed },
      staleTime: 0,
    }),
}

export const cancelOrder = () =>
  mutationOptions({
    mutationKey: ['cancel-order'],
    meta: { errors: 'inline', failure: orderTexts.cancelFailed, waits: true },
    mutationFn: async (orderNumber: string) =>
      unwrap(
        await http.put(paths.cancelOrder(orderNumber), {
          schema: async () => (await schemas()).CancelAnswer,
        }),
      ),
  })

/** Public: what anybody who knows the number may see. */
export const tracking = (orderNumber: string) =>
  queryOptions({
    queryKey: ['tracking', orderNumber],
    queryFn: async ({ signal }) =>
      unwrap(
        await http.get(paths.trackOrder, {
          schema: async () => (await schemas()).TrackAnswer,
          query: { order_number: orderNumber },
          signal,
        }),
      ).data,
    meta: { isAskedFor: true },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Look-ups are rate-limited, so only the shopper repeats one.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
