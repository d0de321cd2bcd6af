// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { reviewTexts } from '#contract/reviewTexts.ts'
import { Reviews } from '#src/features/reviews/Reviews.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { ada } from '#tests/support/ada.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  session.end()
})

/** The reviews of a piece as Ada sees them, of whom the server says this. */
async function showToAda(said: { may_review?: boolean }, mine = false) {
  setTransport(async (_url, { headers }) => {
    if (!new Headers(headers).has('authorization')) return Response.json({ data: [], count: 0, rating: null })
    const [title, created_at] = ['For Ada’s eyes', '2026-06-01T10:00:00Z']
    const review = { id: '1', rating: 5, title, text: 'It shines.', author: 'Bo S.', created_at, mine }
    return Response.json({ data: [review], count: 1, rating: 5, ...said })
  })
  session.start(ada)
  show(<Reviews slug="ring" name="Ring" onChanged={() => undefined} />)
  await screen.findByText('For Ada’s eyes')
}
const offer = () => screen.queryByRole('button', { name: 'Write a review' })

it('a review is asked of who may write one', async () => {
  await showToAda({ may_review: true })
  expect(offer()).not.toBeNull()
})

it.each([
  ['has not bought the piece', { may_review: false }],
  ['is not known to have bought it', {}],
])('nobody who %s is led to write one that would be refused', async (_who, said) => {
  await showToAda(said)
  expect(offer()).toBeNull()
})

it.each([
  ['has not bought the piece', false, reviewTexts.notBought],
  ['has reviewed it', true, reviewTexts.already],
])('who %s is told why they cannot review it', async (_who, mine, why) => {
  await showToAda({ may_review: false }, mine)
  expect(screen.getByText(why)).not.toBeNull()
})

it('who cannot be told whether they may write one hears so, can ask again, and then may', async () => {
  let isDown = true
  setTransport(async (_url, { headers }) => {
    if (!new Headers(headers).has('authorization')) return Response.json({ data: [], count: 0, rating: null })
    return isDown
      ? Response.json({ error: 'Away' }, { status: 500 })
      : Response.json({ data: [], count: 0, rating: null, may_review: true })
  })
  session.start(ada)
  show(<Reviews slug="ring" name="Ring" onChanged={() => undefined} />)
  await screen.findByText(reviewTexts.unknown)
  const retry = screen.getByRole('button', { name: 'Retry' })
  retry.focus()
  isDown = false
  fireEvent.click(retry)
  await screen.findByRole('button', { name: 'Write a review' })
  expect(screen.queryByText(reviewTexts.unknown)).toBeNull()
  expect(screen.getByRole('group', { name: 'Reviews of Ring' }).contains(document.activeElement)).toBe(true)
})
