import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { WishlistAnswer } from '#contract/wishlist.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { http, session } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { personal } from '#src/lib/queryClient.ts'

export const wishlist = {
  /** The signed-in customer's wishlist as on the server, without the changes still waiting to be sent. */
  current: (customer = session.state().user?.id) =>
    queryOptions({
      queryKey: [personal, 'wishlist', customer],
      queryFn: async ({ signal }) =>
        unwrap(await http.get(paths.wishlist, { schema: WishlistAnswer, signal })).data,
      meta: { failure: wishlistTexts.loadFailed },
    }),
}
