import { queryOptions } from '@tanstack/react-query'
import { CartAnswer } from '#contract/cart.ts'
import { paths } from '#contract/paths.ts'
import { http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { personal } from '#src/lib/queryClient.ts'

export const cart = {
  /** The server's cart, without the changes that still wait to be sent. */
  current: () =>
    queryOptions({
      queryKey: [personal, 'cart'],
      queryFn: async ({ signal }) => unwrap(await http.get(paths.cart, { schema: CartAnswer, signal })).data,
    }),
}
