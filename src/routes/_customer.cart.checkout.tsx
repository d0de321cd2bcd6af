import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { cartRefreshAfterOrder, longToast } from '#contract/constants.ts'
import type { Order } from '#contract/order.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { cart } from '#src/features/cart/api.ts'
import { applyCoupon, dropCoupon, useCoupon } from '#src/features/cart/coupon.ts'
import { cartTrouble } from '#src/features/cart/lineTrouble.ts'
import { useCart } from '#src/features/cart/state.ts'
import { CheckoutPage } from '#src/features/checkout/CheckoutPage.tsx'
import { CheckoutSkeleton } from '#src/features/checkout/EmptyCheckout.tsx'
import { type Confirmed, OrderConfirmed } from '#src/features/checkout/OrderConfirmed.tsx'
import { dropCheckoutDraft } from '#src/features/checkout/checkoutDraft.ts'
import { lostNoteTexts } from '#src/features/checkout/lostNote.ts'
import { contactDraft } from '#src/features/contact/contactDraft.ts'
import { AppError } from '#src/lib/AppError.ts'
import { session } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { useIsHere } from '#src/lib/useIsHere.ts'
import { useSession } from '#src/lib/useSession.ts'
import { leaveDraft } from '#src/offline/drafts.ts'
import { notify } from '#src/ui/notify.ts'
import { wholeIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { loadParts } from '#src/shell/startInBrowser.ts'

export const Route = createFileRoute('/_customer/cart/checkout')({
  staticData: { chrome: 'quiet' },
  validateSearch: (raw): { step?: number | undefined } => ({ step: wholeIn(raw, 'step', 1, 4) }),
  head: () => pageHead('Checkout', import.meta.env.SSR && { path: '/cart/checkout' }),
  loader: async ({ context: { queryClient } }) => {
    const theirs = Promise.allSettled([
      queryClient.ensureQueryData(mine.profile()),
      queryClient.ensureQueryData(mine.addresses()),
    ])
    await Promise.all([
      // As on the cart's own page: nothing else refetches it.
      queryClient.ensureQueryData({ ...cart.current(), revalidateIfStale: true }),
      theirs,
      // A convenience: without them, card details are typed in.
      queryClient.prefetchQuery(mine.savedCards()),
      loadParts(),
    ])
    // Without an answer about one of the two the checkout goes on; without both there is nobody to order from.
    const failures = (await theirs).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const failure of failures) if (failures.length > 1 || !(failure instanceof AppError)) throw failure
  },
  pendingComponent: CheckoutSkeleton,
  component: CheckoutRoute,
})

function CheckoutRoute() {
  const { step = 1 } = Route.useSearch()
  const navigate = useNavigate()
  const router = useRouter()
  // Kept in the history state of each step, so that it survives a reload.
  const [first] = useState(() => {
    const { checkoutFrom, __TSR_index } = router.latestLocation.state
    return checkoutFrom ?? __TSR_index
  })
  const queryClient = useQueryClient()
  const { user } = useSession()
  const { data: profile } = useQuery(mine.profile())
  const addressBook = useQuery(mine.addresses())
  const savedCards = useQuery(mine.savedCards())
  const { cart: shown, isSettled } = useCart()
  const coupon = useCoupon()
  const isMounted = useIsHere()
  const [placed, setPlaced] = useState<Confirmed | null>(null)

  const celebrate = (confirmed: Confirmed) => {
    const { order_number: orderNumber } = confirmed.order
    // A shopper who left and came back has another checkout before them, which knows nothing of this one's orders.
    const isHere = isMounted.current && router.latestLocation.pathname.startsWith('/cart/checkout')
    if (isHere) showThanks(confirmed)
    keepLostNote(confirmed)
    dropCheckoutDraft()
    dropCoupon()
    notify.success(checkoutTexts.placed, {
      duration: longToast,
      ...(!isHere && {
        action: {
          label: 'View order',
          run: () => void router.navigate({ to: '/orders/$orderNumber', params: { orderNumber } }),
        },
      }),
    })
    if (!isHere && confirmed.lostNote !== null) tellOfLostNote(confirmed.order)
    if (confirmed.isCardSaved !== true) tellOfCard(confirmed)
    setTimeout(() => void queryClient.invalidateQueries(cart.current()), cartRefreshAfterOrder)
  }
  /** The checkout's draft is all that had it: from here on it is in the message that sends it again. */
  const keepLostNote = ({ order, lostNote }: Confirmed) => {
    // Nothing is kept of a shopper who has signed out while the order was placed.
    if (lostNote === null || session.state().user?.id !== user?.id) return
    leaveDraft(contactDraft(lostNoteTexts.subject(order)), { message: lostNote })
  }
  /** As the confirmation does, to a shopper who has gone elsewhere. */
  const tellOfLostNote = (order: Order) =>
    notify.warning(lostNoteTexts.title, {
      duration: longToast,
      action: {
        label: 'Write to us',
        run: () =>
          void router.navigate({ to: '/contact', search: { subject: lostNoteTexts.subject(order) } }),
      },
    })
  const tellOfCard = ({ isCardSaved }: Confirmed) =>
    notify.warning(isCardSaved === false ? savedCardTexts.notKept : savedCardTexts.perhapsKept, {
      action: {
        label: 'Payment Methods',
        run: () => void router.navigate({ to: '/account', search: { tab: 'payment-methods' } }),
      },
    })
  /** Not for a shopper who has gone elsewhere while the order was placed: they must not be pulled back. */
  const showThanks = (confirmed: Confirmed) => {
    setPlaced(confirmed)
    // Steps back through the history, so that behind the confirmation is the page from which the checkout was opened.
    const steps = router.latestLocation.state.__TSR_index - first
    if (steps <= 0) return
    router.history.go(-steps)
    const stop = router.subscribe('onRendered', () => {
      stop()
      // The scroll position of the first step means nothing on this page.
      scrollTo(0, 0)
    })
  }

  if (placed) return <OrderConfirmed {...placed} />
  if (!shown || !user) return <CheckoutSkeleton />
  return (
    <CheckoutPage
      customer={user.id}
      // What the login told does as well, but for the phone number.
      profile={profile ?? { ...user, contact_no: '' }}
      addressBook={addressBook}
      cards={savedCards.data ?? []}
      onReadCards={savedCards.isLoadingError ? () => void savedCards.refetch() : null}
      lines={shown.items}
      isSettled={isSettled}
      trouble={cartTrouble(shown.items)}
      coupon={coupon}
      onDropCoupon={dropCoupon}
      onCheckCoupon={async () => void (coupon && (await applyCoupon(coupon.code)))}
      wantedStep={step}
      onStep={(next) =>
        void navigate({ to: '/cart/checkout', search: { step: next }, state: { checkoutFrom: first } })
      }
      onPlaced={celebrate}
    />
  )
}
