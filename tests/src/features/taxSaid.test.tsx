// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { taxPercent } from '#contract/totals.ts'
import { FilterPanel } from '#src/features/catalogue/FilterPanel.tsx'
import { ProductHeading } from '#src/features/catalogue/ProductHeading.tsx'
import { Footer } from '#src/shell/Footer.tsx'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

const parts = {
  'a piece': <ProductHeading product={piece(1)} variant={null} />,
  'the filters of a list': (
    <FilterPanel search={{}} lists={undefined} isOfOneCategory={false} onChange={() => undefined} />
  ),
  'every page': <Footer />,
}

it.each(Object.entries(parts))('before anything is in the cart, the tax is said on %s', (_where, part) => {
  show(part)
  expect(screen.getByText(new RegExp(`plus ${taxPercent}% tax`, 'i'))).toBeDefined()
})
