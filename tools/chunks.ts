/** A file of the browser's build and what is gathered in it. */
type Chunk = {
  name: string
  /** Our modules, by the beginnings of their paths. */
  own?: readonly string[]
  /** Libraries' modules. */
  libraries?: RegExp
  priority: number
  includeDependenciesRecursively?: false
}

/**
 * Which modules share a file in the browser: forty small ones cost more than they save, and one large one makes every
 * page carry what few need. A group includes what its modules import, unless one of a higher priority has it.
 * `npm run bench:weight` shows the effect of a change. `tests/tools/chunks.test.ts` looks for names of modules that are not
 * there: the build would leave a renamed one to another file in silence.
 */
export const chunks: readonly Chunk[] = [
  { name: 'react', libraries: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
  {
    name: 'platform',
    libraries:
      /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)[\\/]/,
    priority: 3,
  },
  // Most pages only read: forms come later, and so does storing and restoring saved copies.
  {
    name: 'mutations',
    libraries: /@tanstack[\\/].*[\\/](useMutation|mutationObserver|mutationOptions)\.js/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  {
    name: 'later-hydration',
    libraries: /@tanstack[\\/]query-core[\\/].*[\\/]hydration\.js/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  // One of the entry's imports below, needed only by pages with addresses and telephone numbers.
  { name: 'shopDetails', own: ['contract/shopDetails.ts'], priority: 3 },
  // Everything that the entry imports, and what nearly every page shows, in the entry's own file.
  {
    name: 'index',
    own: [
      'index.html',
      'contract/money.ts',
      'src/lib/hasInput.ts',
      'src/offline/away.ts',
      'src/offline/Saved.tsx',
      'src/ui/Button.',
      'src/ui/Choice.css.ts',
      'src/ui/EmptyState.',
      'src/ui/FieldError.tsx',
      'src/ui/Notice.',
      'src/ui/Picture.',
      'src/ui/buttonStyle.ts',
      'src/ui/text.css.ts',
      'src/ui/useHeir.ts',
    ],
    priority: 2,
  },
  // What every page requests once it is there, with the styles of what comes after it, in one file.
  {
    name: 'soon',
    own: [
      'contract/worker.ts',
      'src/lib/atHand.ts',
      'src/offline/NeedsNetwork.css.ts',
      'src/offline/NetworkView.css.ts',
      'src/offline/build.ts',
      'src/offline/goodMoment.ts',
      'src/offline/holds.ts',
      'src/offline/install.ts',
      'src/offline/lostCode.ts',
      'src/offline/mayReload.ts',
      'src/offline/probe.ts',
      'src/offline/reloadPage.ts',
      'src/offline/secrets.ts',
      'src/offline/startupScreens.ts',
      'src/offline/stay.ts',
      'src/offline/worker.ts',
      'src/shell/Beside.tsx',
      'src/shell/BlockingLoader.',
      'src/shell/MessagePage.css.ts',
      'src/shell/RouteAnnouncer.tsx',
      'src/shell/afterLoad.ts',
      'src/shell/offerNewVersion.ts',
      'src/shell/wayBack.ts',
      'src/ui/Dialog.css.ts',
      'src/ui/FullScreenSpinner.',
      'src/ui/Toasts.css.ts',
      'src/ui/fonts.ts',
      'src/ui/layOutMore.ts',
      'src/ui/tellHeight.ts',
    ],
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // What it requests once somebody uses it, to be ready for the loss of the network.
  {
    name: 'later',
    own: [
      'contract/cart.ts',
      'contract/catalogue.ts',
      'contract/content.ts',
      'contract/otherWords.ts',
      'contract/reviews.ts',
      'contract/wishlist.ts',
      'contract/words.ts',
      'src/offline/NeedsNetwork.tsx',
      'src/offline/NetworkView.tsx',
      'src/offline/channel.ts',
      'src/offline/clock.ts',
      'src/offline/connection.ts',
      'src/offline/copies.ts',
      'src/offline/customer.ts',
      'src/offline/database.ts',
      'src/offline/drafts.ts',
      'src/offline/intent.ts',
      'src/offline/kinds.ts',
      'src/offline/live.tsx',
      'src/offline/memory.ts',
      'src/offline/networkService.ts',
      'src/offline/outbox.ts',
      'src/offline/outboxStore.ts',
      'src/offline/phone.ts',
      'src/offline/place.ts',
      'src/offline/queued.ts',
      'src/offline/readAnew.ts',
      'src/offline/reconnection.ts',
      'src/offline/searchSaved.ts',
      'src/offline/shelves.ts',
      'src/offline/tell.ts',
      'src/offline/tidy.ts',
      'src/offline/understood.ts',
      'src/shell/ErrorPage.tsx',
      'src/shell/atHand.ts',
      'src/shell/readAhead.ts',
      'src/shell/refreshWhenKept.ts',
      'src/ui/Dialog.tsx',
      'src/ui/Toasts.tsx',
      'src/ui/toasting.ts',
    ],
    libraries: /node_modules[\\/](idb-keyval|react-hot-toast|@tanstack[\\/]query-(sync|persist).*)/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
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
  { name: 'wanted', own: ['contract/cartTexts.ts', 'src/features/cart/newLine.ts'], priority: 2 },
  { name: 'draft', own: ['src/offline/useDraft.ts'], priority: 2 },
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
      'src/features/contact/contactDraft.ts',
      'src/lib/checkForm.ts',
      'src/lib/useFieldErrors.ts',
      'src/ui/CheckboxField.tsx',
      'src/ui/CheckedForm.tsx',
      'src/ui/Field.',
      'src/ui/NameFields.tsx',
    ],
    priority: 1,
  },
]

/** The bundler's own form of it. */
export const chunkGroups = chunks.map(({ own = [], libraries, ...group }) => {
  const ours = own.map((path) => path.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[\\/]`))
  const parts = [
    ...(ours.length === 0 ? [] : [String.raw`[\\/](${ours.join('|')})`]),
    ...(libraries === undefined ? [] : [libraries.source]),
  ]
  return { ...group, test: new RegExp(parts.join('|')) }
})
