// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AboutGuide } from '#src/features/guides/AboutGuide.tsx'
import { CareersGuide } from '#src/features/guides/CareersGuide.tsx'
import { SiteMap } from '#src/features/guides/SiteMap.tsx'
import { TermsGuide } from '#src/features/guides/TermsGuide.tsx'
import { network } from '#src/offline/network.ts'
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
  network.set('online')
})

it.each<[string, ComponentType]>([
  ['the terms', TermsGuide],
  ['the story', AboutGuide],
  ['careers', CareersGuide],
  ['the site map', SiteMap],
])(
  '%s: when they last changed, and that they are saved where the shop cannot be reached, whatever the browser believes',
  (_name, Page) => {
    expect(navigator.onLine).toBe(true)
    show(<Page />)
    const line = () => screen.getByText(/Last updated/).textContent
    expect(line()).toMatch(/Last updated \d+ November 2026$/)
    act(() => network.set('slow'))
    expect(line()).not.toContain('Saved')
    act(() => network.set('offline'))
    expect(line()).toContain('Saved on this device')
    act(() => network.set('online'))
    expect(line()).not.toContain('Saved')
  },
)
