import { createFileRoute } from '@tanstack/react-router'
import { parcelInShort, returnsInShort } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { content } from '#src/features/content/api.ts'
import { shopData } from '#src/features/content/shopData.ts'
import { headOf } from '#src/lib/pageHead.ts'
import { Home } from './-Home.tsx'
import { bestsellers, newPieces } from './-homeRows.ts'

const isServer = typeof document === 'undefined'

/** After so many milliseconds the page is shown with room for what is on its way: on a good line it comes whole. */
const patience = 300

export const Route = createFileRoute('/')({
  head: () =>
    headOf(
      `${shop.name} | ${shop.tagline}`,
      import.meta.env.SSR && {
        description: `Rings, earrings, bracelets, chains, anklets and pendants in gold, silver and platinum. Sent ${parcelInShort}, with ${returnsInShort}.`,
        path: '/',
        data: shopData(),
      },
    ),
  // Each part shows its own failure, so none of them may fail the page; nor, in a browser, keep it waiting for long.
  loader: async ({ context: { queryClient } }) => {
    const parts = Promise.allSettled([
      queryClient.ensureQueryData(content.heroSlides()),
      queryClient.ensureQueryData(content.popularCategories()),
      queryClient.ensureQueryData(content.banners()),
      queryClient.ensureQueryData(content.promiseItems()),
      queryClient.ensureQueryData(catalogue.few(bestsellers)),
      queryClient.ensureQueryData(catalogue.few(newPieces)),
      queryClient.ensureQueryData(content.heroGridImages()),
    ])
    await (isServer ? parts : Promise.race([parts, new Promise((resolve) => setTimeout(resolve, patience))]))
  },
  component: Home,
})
