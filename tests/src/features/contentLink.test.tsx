// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ContentLink } from '#src/features/content/ContentLink.tsx'
import { show } from '#tests/support/show.tsx'

afterEach(cleanup)

describe('a link out of the shop’s content', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://shop.example/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '',
  ])('%j is not followed, and says what it says', (address) => {
    render(<ContentLink address={address}>Look</ContentLink>)
    expect(screen.getByText('Look')).toBeDefined()
    expect(screen.queryByRole('link')).toBeNull()
    expect(document.querySelector('[href]')).toBeNull()
  })

  it.each(['https://elsewhere.example/', 'mailto:hello@damson.example', 'tel:+442079460123'])(
    '%s is',
    (address) => {
      render(<ContentLink address={address}>Look</ContentLink>)
      expect(screen.getByText('Look').getAttribute('href')).toBe(address)
    },
  )

  it.each([
    '/products/rings',
    '/products?is_new=true',
    '/products?material=Platinum&material=Silver',
    '/resources/Warranty#care',
    '/products?collection=Midnight+%26+Stars#pieces',
  ])('%s leads to that page of the shop', (address) => {
    show(<ContentLink address={address}>Look</ContentLink>)
    expect(screen.getByText('Look').getAttribute('href')).toBe(address)
  })
})
