import { queryOptions } from '@tanstack/react-query'
import { CartAnswer } from '#contract/cart.ts'
import { cartLoadFailed } from '#contract/cartTexts.ts'
import { paths } from '#contract/paths.ts'
import { http, session } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { personal } from '#src/lib/queryClient.ts'

export const cart = {
  /** The signed-in customer's cart as on the server, without the changes still waiting to be sent. */
  current: (customer = session.state().user?.id) =>
    queryOptions({
      queryKey: [personal, 'cart', customer],
      queryFn: async ({ signal }) => unwrap(await http.get(paths.cart, { schema: CartAnswer, signal })).data,
      meta: { failure: cartLoadFailed },
    }),
}
