// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { reviewTexts } from '#contract/reviewTexts.ts'
import type { Review } from '#contract/reviews.ts'
import { Reviews } from '#src/features/reviews/Reviews.tsx'
import { session, setTransport } from '#src/lib/client.ts'
import { notify } from '#src/ui/notify.ts'
import { ada, adasReview } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

afterEach(() => {
  cleanup()
  session.end()
  vi.restoreAllMocks()
})

/** Shows Ada the reviews of a piece, in a shop that can be read from until she changes something. */
function showUntilChanged(reviews: Review[]) {
  let isChanged = false
  setTransport(async (_url, { method }) => {
    if (method === 'DELETE') {
      isChanged = true
      return new Response(null, { status: 204 })
    }
    if (method === 'POST') {
      isChanged = true
      return Response.json({ data: adasReview }, { status: 201 })
    }
    if (isChanged) throw new TypeError('Failed to fetch')
    const count = reviews.length
    return Response.json({ data: reviews, count, rating: count > 0 ? 5 : null, may_review: count === 0 })
  })
  session.start(ada)
  const told = vi.spyOn(notify, 'success').mockReturnValue('')
  show(<Reviews slug="ring" name="Ring" onChanged={() => undefined} />)
  return (message: string) => eventually(() => expect(told).toHaveBeenCalledWith(message))
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('a review that was deleted is gone, also where the reviews cannot be read again', async () => {
  const heard = showUntilChanged([adasReview])
  await press('Delete your review')
  await press('Delete review')
  await heard(reviewTexts.deleted)
  expect(screen.queryByText(adasReview.title)).toBeNull()
  expect(screen.getByText(reviewTexts.none)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Write a review' })).toBeTruthy()
})

it('a review that was written is there, and no second one asked for, also where they cannot be read again', async () => {
  const heard = showUntilChanged([])
  await press('Write a review')
  fireEvent.click(screen.getByRole('radio', { name: /^5 stars/ }))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: adasReview.title } })
  fireEvent.change(screen.getByLabelText('Your review'), { target: { value: adasReview.text } })
  await press('Post review')
  await heard(reviewTexts.added)
  expect(screen.getByRole('heading', { name: adasReview.title })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull()
})
