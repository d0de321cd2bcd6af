// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Pagination } from '#src/features/catalogue/Pagination.tsx'

afterEach(cleanup)

const open = (current: number, last: number) =>
  render(
    <Pagination
      {...{ current, last }}
      link={(page, { label, children }) => (
        <a href={`?page=${page}`} aria-label={label}>
          {children}
        </a>
      )}
    />,
  )

const ways = () =>
  screen
    .queryAllByRole('link')
    .map((link) => `${link.getAttribute('aria-label')}: ${link.getAttribute('href')}`)

it('leads to the pages around, to the first and to the last, and not to where the shopper is', () => {
  open(4, 9)
  expect(ways()).toEqual([
    'First page: ?page=1',
    'Previous page: ?page=3',
    'Page 2: ?page=2',
    'Page 3: ?page=3',
    'Page 5: ?page=5',
    'Page 6: ?page=6',
    'Next page: ?page=5',
    'Last page: ?page=9',
  ])
  expect(document.querySelector('[aria-current=page]')?.textContent).toBe('Page 4')
  expect(screen.getAllByText('…')).toHaveLength(2)
})

it.each([
  ['the first', 1, ['Page 2: ?page=2', 'Next page: ?page=2', 'Last page: ?page=2']],
  ['the last', 2, ['First page: ?page=1', 'Previous page: ?page=1', 'Page 1: ?page=1']],
])('leads nowhere beyond %s page', (_which, current, led) => {
  open(current, 2)
  expect(ways()).toEqual(led)
  expect(screen.queryByText('…')).toBeNull()
})

it('is not there where there is one page', () => {
  open(1, 1)
  expect(screen.queryByRole('navigation')).toBeNull()
})
