// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import type { Product } from '#contract/catalogue.ts'
import { mobileSearchDebounce } from '#contract/constants.ts'
import { setTransport } from '#src/lib/client.ts'
import { MobileSearch } from '#src/shell/MobileSearch.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

/** What was requested, with a function that answers it. */
let asked: Map<string | null, (pieces: Product[], count?: number) => void>
beforeEach(() => {
  asked = new Map()
  setTransport((url) => {
    const answer = Promise.withResolvers<Response>()
    asked.set(
      new URL(url, 'https://shop.example').searchParams.get('query'),
      (pieces, count = pieces.length) => answer.resolve(Response.json({ count, results: { data: pieces } })),
    )
    return answer.promise
  })
})
afterEach(cleanup)

const nothing = () => undefined
const open = (at?: string) => show(<MobileSearch isFirst onSearching={nothing} onChosen={nothing} />, at)
const field = () => screen.getByRole('searchbox', { name: 'Search the shop' })
/** Types these words, or takes all away, and lets the time go by for which the shop waits for more. */
function fill(words: string) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  fireEvent.input(field(), { target: { value: words } })
  act(() => void vi.advanceTimersByTime(mobileSearchDebounce))
  vi.useRealTimers()
}
/** Resolves once these words are requested, to the function that answers them. */
function type(words: string) {
  fill(words)
  return eventually(() => {
    const answer = asked.get(words)
    if (!answer) throw new Error(`Nobody has asked for ${words}`)
    return answer
  })
}
const way = (name: string) => eventually(() => screen.getByRole('link', { name }))

it('tells of no words what was found for the ones before', async () => {
  open()
  const zzz = await type('zzz')
  zzz([])
  await eventually(() => screen.getByText(catalogueTexts.noResults('zzz')))

  const ring = await type('ring')
  expect(screen.queryByText(/No results found/)).toBeNull()
  ring([piece(1), piece(2)], 7)
  expect((await way('All 7 results')).getAttribute('href')).toBe('/search-results?query=ring')

  const oval = await type('oval')
  expect((await way('All results')).getAttribute('href')).toBe('/search-results?query=oval')
  oval([piece(1)])
  await way('1 result')
})

it('suggests five pieces, however many there are', async () => {
  open()
  const ring = await type('ring')
  ring(
    [1, 2, 3, 4, 5, 6, 7, 8].map((id) => piece(id)),
    20,
  )
  expect((await way('All 20 results')).getAttribute('href')).toBe('/search-results?query=ring')
  const suggested = screen.getByRole('list', { name: 'Suggestions' }).querySelectorAll('a')
  expect([...suggested].map(({ pathname }) => pathname)).toEqual(
    [1, 2, 3, 4, 5].map((id) => `/products/${piece(id).slug}`),
  )
})

it('on the results, an emptied field leads home once that is asked for', () => {
  const history = open('/search-results?query=ring')
  fireEvent.input(field(), { target: { value: '' } })
  expect(history.location.pathname).toBe('/search-results')
  fireEvent.submit(field())
  expect(history.location.pathname).toBe('/')
})

it('elsewhere an empty field leads nowhere', () => {
  const history = open('/products')
  fireEvent.submit(field())
  expect(history.location.pathname).toBe('/products')
})

it('words that were typed do not come back once the menu is closed', async () => {
  open()
  fireEvent.input(field(), { target: { value: 'ring' } })
  await eventually(() => expect(localStorage.getItem('drafts')).toContain('ring'))
  cleanup()
  await eventually(() => expect(localStorage.getItem('drafts')).toBeNull())
})

it('says each answer in one place, which is there before the first', async () => {
  open()
  const status = screen.getByRole('status')
  const said = (words: string) => eventually(() => expect(status.textContent).toBe(words))
  await said('')
  const ring = await type('ring')
  ring([piece(1), piece(2)])
  await said('2 suggestions for “ring”')
  // As many, but different ones.
  const oval = await type('oval')
  oval([piece(1), piece(2)])
  await said('2 suggestions for “oval”')
  const zzz = await type('zzz')
  zzz([])
  await said(catalogueTexts.noResults('zzz'))
  expect(screen.getByRole('status')).toBe(status)
})

it('shows nothing of words that were taken away while others are looked for', async () => {
  open()
  const list = () => screen.queryByRole('list', { name: 'Suggestions' })
  const ring = await type('ring')
  ring([piece(1), piece(2)])
  await eventually(() => expect(list()).not.toBeNull())
  fill('')
  await eventually(() => expect(list()).toBeNull())
  const bracelet = await type('bracelet')
  expect(list()).toBeNull()
  bracelet([piece(3)])
  await eventually(() => expect(list()?.textContent).toContain('Piece 3'))
})
