import type { Chunk } from './chunk.ts'

/** Files that only some pages need, or what somebody does there. */
export const somePages: readonly Chunk[] = [
  {
    name: 'pieces',
    own: [
      'contract/catalogueTexts.ts',
      'src/features/catalogue/ProductCard.css.ts',
      'src/features/catalogue/ProductGrid.css.ts',
      'src/features/catalogue/card.ts',
      'src/features/catalogue/pictureSize.ts',
      'src/features/wishlist/WishlistButton.',
      'src/features/wishlist/state.ts',
      'src/routes/-cardActions.tsx',
      'src/ui/Badge.',
      'src/ui/Price.',
      'src/ui/Skeleton.',
      'src/ui/Stars.',
      'src/ui/Thumbnail.tsx',
      'src/ui/starPath.ts',
    ],
    priority: 2,
  },
  // All styles of a piece's page and of the transition to it in one file: a browser lays out the whole page again if a
  // style file arrives before one that precedes it in the document.
  {
    name: 'piece',
    own: [
      'src/features/cart/AddToCart.css.ts',
      'src/features/catalogue/Breadcrumbs.css.ts',
      'src/features/catalogue/BuyBar.css.ts',
      'src/features/catalogue/Gallery.css.ts',
      'src/features/catalogue/ProductDetails.css.ts',
      'src/features/catalogue/ProductPage.css.ts',
      'src/features/catalogue/Promises.css.ts',
      'src/features/catalogue/VariantPicker.css.ts',
      'src/features/reviews/ReviewList.css.ts',
      'src/features/reviews/Reviews.css.ts',
      'src/routes/-FindYourSize.css.ts',
      'src/shell/travel.css.ts',
    ],
    priority: 2,
  },
  // The way to it, which every page reads ahead.
  {
    name: 'opening',
    own: [
      'src/features/catalogue/ProductPageFrame.tsx',
      'src/features/catalogue/known.ts',
      'src/features/reviews/api.ts',
      'src/routes/-opening.tsx',
      'src/shell/travel.ts',
      'src/ui/shownPictures.ts',
    ],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // What adding to the cart takes: loaded by the first press, and by pages that show a cart or an order.
  {
    name: 'wanted',
    own: [
      'contract/cartTexts.ts',
      'src/features/cart/askToLogIn.ts',
      'src/features/cart/changes.ts',
      'src/features/cart/newLine.ts',
      'src/features/cart/wanted.ts',
      'src/lib/goToLogin.ts',
      'src/lib/wantedList.ts',
    ],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // When a parcel comes, and how any day is written.
  {
    name: 'dates',
    own: [
      'contract/bankHolidays.ts',
      'contract/deliveryDates.ts',
      'contract/shipping.ts',
      'src/lib/dates.ts',
      'src/lib/followTime.ts',
    ],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'guide',
    own: [
      'src/features/guides/Contents.tsx',
      'src/features/guides/Entries.',
      'src/features/guides/Guide.',
      'src/features/guides/ShopContact.tsx',
      'src/features/guides/Updated.',
    ],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'orders',
    own: [
      'contract/orderTexts.ts',
      'src/features/orders/ShipmentLink.',
      'src/features/orders/api.ts',
      'src/features/orders/orderStatus.ts',
      'src/features/orders/orders.css.ts',
    ],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'cart',
    own: [
      'contract/checkoutTexts.ts',
      'contract/coupons.ts',
      'contract/totals.ts',
      'src/features/cart/coupon.ts',
      'src/features/cart/lineTrouble.ts',
      'src/ui/fold.css.ts',
    ],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // What a checkout sends and gets back.
  {
    name: 'ordering',
    own: ['contract/address.ts', 'contract/card.ts', 'contract/checkout.ts', 'contract/order.ts'],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // For whoever writes more than a line, or changes what they have written before.
  {
    name: 'draft',
    own: [
      'src/features/contact/contactDraft.ts',
      'src/lib/unlessDone.ts',
      'src/offline/restored.ts',
      'src/offline/useDraft.ts',
    ],
    priority: 2,
  },
  {
    name: 'cards',
    own: ['src/features/catalogue/ProductCard.tsx', 'src/features/catalogue/ProductGrid.tsx'],
    priority: 1,
  },
  {
    name: 'auth',
    own: ['src/features/auth/AuthLayout.', 'src/features/auth/api.ts', 'src/features/auth/asking.ts'],
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'forms',
    own: [
      'src/features/auth/form.css.ts',
      'src/lib/checkForm.ts',
      'src/lib/useFieldErrors.ts',
      'src/lib/useSending.ts',
      'src/ui/CheckedForm.tsx',
      'src/ui/Field.',
      'src/ui/NameFields.tsx',
    ],
    priority: 1,
  },
]
