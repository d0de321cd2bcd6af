// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ReviewForm } from '#src/features/reviews/ReviewForm.tsx'
import { ReviewList } from '#src/features/reviews/ReviewList.tsx'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)
const nothing = () => undefined

it('a review in any script is read in its own direction, and its author’s name leaves the date in order', () => {
  const [author, title, text] = ['נעמי ל.', 'יפה מאוד!', 'אני עונדת אותו כל יום.']
  const review = { id: '1', rating: 5, title, text, author, created_at: '2026-06-01T10:00:00Z', mine: false }
  show(<ReviewList reviews={[review]} count={1} onDelete={nothing} />)
  expect(screen.getByText(author).tagName).toBe('BDI')
  for (const words of [title, text]) expect(screen.getByText(words).getAttribute('dir')).toBe('auto')
})

it('and is written in it', () => {
  show(<ReviewForm slug="ring" name="Ring" onAdded={nothing} onClose={nothing} />)
  const directions = screen.getAllByRole('textbox').map((field) => field.getAttribute('dir'))
  expect(directions).toEqual(['auto', 'auto'])
})
