// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rememberViewed } from '#src/features/catalogue/recent.ts'
import { wishlistView } from '#src/features/wishlist/state.ts'
import { AppError } from '#src/lib/AppError.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { CartSuggestions } from '#src/routes/-CartSuggestions.tsx'
import { ada } from '#tests/support/ada.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

const wished = { id: '1', product_id: 1, product: piece(1) }
const failed = new AppError('internal', 'Something Went Wrong!', 500)

beforeEach(() => {
  session.start(ada)
  setTransport(async () => Response.json({ data: [piece(2)], count: 1, next: null, previous: null }))
  rememberViewed('piece-2')
})
afterEach(() => {
  cleanup()
  wishlistView.clear()
  session.end()
})

const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const learn = (known: { entries?: (typeof wished)[]; error?: Error }) =>
  act(() =>
    wishlistView.show({ entries: undefined, known: [], error: null, retry: () => undefined, ...known }),
  )

it.each([
  ['is known', { entries: [wished] }, ['From your wishlist', 'Recently viewed']],
  ['is known to be empty', { entries: [] }, ['Recently viewed']],
  ['cannot be read', { error: failed }, ['Recently viewed']],
])(
  'under an empty cart nothing stands that a late wishlist would push down: until it %s',
  async (_so, known, after) => {
    show(<CartSuggestions />)
    expect(titles()).toEqual([])
    learn(known)
    expect(titles()).toEqual(after)
  },
)
