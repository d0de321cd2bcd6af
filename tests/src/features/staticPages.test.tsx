// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AboutGuide } from '#src/features/guides/AboutGuide.tsx'
import { CareersGuide } from '#src/features/guides/CareersGuide.tsx'
import { SiteMap } from '#src/features/guides/SiteMap.tsx'
import { TermsGuide } from '#src/features/guides/TermsGuide.tsx'
import { show } from '#tests/support/show.tsx'

beforeEach(() => {
  class Observer {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each<[string, ComponentType]>([
  ['the terms', TermsGuide],
  ['the story', AboutGuide],
  ['careers', CareersGuide],
  ['the site map', SiteMap],
])('%s: when they last changed, and without a network that they are saved', (_name, Page) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  show(<Page />)
  expect(screen.getByText(/Last updated/).textContent).toMatch(/Last updated \d+ November 2026$/)
  cleanup()
  onLine.mockReturnValue(false)
  show(<Page />)
  expect(screen.getByText(/Last updated/).textContent).toContain('Saved on this device')
})
