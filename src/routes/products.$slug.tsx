import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { lazy, startTransition, useOptimistic, useRef, useState } from 'react'
import type { Variant } from '#contract/catalogue.ts'
import { AddToCart } from '#src/features/cart/AddToCart.tsx'
import { catalogue } from '#src/features/catalogue/api.ts'
import { chosenVariant } from '#src/features/catalogue/choice.ts'
import { ProductFailure } from '#src/features/catalogue/ProductFailure.tsx'
import { productHead } from '#src/features/catalogue/productHead.ts'
import { ProductNotFound } from '#src/features/catalogue/ProductNotFound.tsx'
import { ProductPage } from '#src/features/catalogue/ProductPage.tsx'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'
import { whenDrawn } from '#src/lib/giveWay.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { Below } from './-Below.tsx'
import { FindYourSize } from './-FindYourSize.tsx'
import { wholeIn } from '#src/lib/searchValues.ts'

// Loaded late: the first page of a visit has been rendered when this code runs.
const loadOpening = () => import('./-opening.tsx')
const Opening = lazy(async () => ({ default: (await loadOpening()).Opening }))

export const Route = createFileRoute('/products/$slug')({
  validateSearch: (raw): { variant?: number | undefined } => ({
    variant: wholeIn(raw, 'variant', 1, 999_999_999),
  }),
  loader: async ({ context: { queryClient }, params: { slug } }) => {
    await whenDrawn()
    // Data that came with the document need not be fetched. A former address has its piece too, and still has to
    // redirect.
    if (queryClient.getQueryData(catalogue.product(slug).queryKey)?.slug === slug) return
    const { openPiece } = await loadOpening()
    await openPiece(queryClient, slug)
  },
  head: ({ match, params }) =>
    match.status === 'notFound'
      ? pageHead('Product not found', false)
      : productHead(match.context.queryClient.getQueryData(catalogue.product(params.slug).queryKey)),
  component: PiecePage,
  pendingComponent: Opening,
  notFoundComponent: ProductNotFound,
  errorComponent: Failure,
})

function PiecePage() {
  const { slug } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: product } = useSuspenseQuery(catalogue.product(slug))
  const [variantId, showVariant] = useOptimistic(search.variant)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const choiceRef = useRef<HTMLFieldSetElement>(null)
  const variant = chosenVariant(product, variantId)

  const choose = ({ id }: Variant) =>
    startTransition(async () => {
      showVariant(id)
      await navigate({ search: { variant: id }, state: true, replace: true, resetScroll: false })
    })
  const askForChoice = () => {
    setAskedFor(slug)
    choiceRef.current?.querySelector('input')?.focus()
  }

  return (
    <ProductPage
      product={product}
      variant={variant}
      onChoose={choose}
      choiceRef={choiceRef}
      choiceHelp={<FindYourSize key={slug} product={product} onChoose={choose} />}
      choiceError={askedFor === slug && variant === null ? catalogueTexts.chooseVariant : undefined}
      buy={
        <AddToCart
          {...{ product, variant }}
          onChoiceMissing={askForChoice}
          heart={<WishlistButton product={product} tone="outline" />}
        />
      }
      buyInShort={<AddToCart {...{ product, variant }} onChoiceMissing={askForChoice} layout="bar" />}
    >
      <Below slug={slug} id={product.id} name={product.name} />
    </ProductPage>
  )
}

function Failure({ error }: { error: unknown }) {
  const router = useRouter()
  return <ProductFailure error={error} onRetry={() => void router.invalidate()} />
}
