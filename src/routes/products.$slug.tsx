import { catalogueTexts } from '#contract/listing.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useRouter } from '@tanstack/react-router'
import { startTransition, useOptimistic, useRef, useState } from 'react'
import type { Variant } from '#contract/catalogue.ts'
import { AddToCart } from '#src/features/cart/AddToCart.tsx'
import { catalogue } from '#src/features/catalogue/api.ts'
import { chosenVariant } from '#src/features/catalogue/choice.ts'
import { loadProduct } from '#src/features/catalogue/loadProduct.ts'
import { ProductFailure } from '#src/features/catalogue/ProductFailure.tsx'
import { productHead } from '#src/features/catalogue/productHead.ts'
import { ProductNotFound } from '#src/features/catalogue/ProductNotFound.tsx'
import { ProductPage } from '#src/features/catalogue/ProductPage.tsx'
import { ProductPageSkeleton } from '#src/features/catalogue/ProductPageSkeleton.tsx'
import { loadReviews } from '#src/features/reviews/api.ts'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'
import { AppError } from '#src/lib/AppError.ts'
import { Below } from './-Below.tsx'
import { FindYourSize } from './-FindYourSize.tsx'
import { wholeIn } from '#src/lib/searchValues.ts'

export const Route = createFileRoute('/products/$slug')({
  validateSearch: (raw): { variant?: number | undefined } => ({
    variant: wholeIn(raw, 'variant', 1, 999_999_999),
  }),
  loader: async ({ context, params }) => {
    try {
      await Promise.all([
        loadProduct(context.queryClient, params.slug),
        loadReviews(context.queryClient, params.slug),
      ])
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') throw notFound()
      throw error
    }
  },
  head: ({ match, params }) =>
    productHead(match.context.queryClient.getQueryData(catalogue.product(params.slug).queryKey)),
  component: PiecePage,
  pendingComponent: ProductPageSkeleton,
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
      await navigate({ search: { variant: id }, replace: true, resetScroll: false })
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
      choiceHelp={<FindYourSize choice={product.variant_label} />}
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
