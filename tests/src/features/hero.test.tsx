// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { HeroSlide } from '#contract/content.ts'
import { content } from '#src/features/content/api.ts'
import { Hero } from '#src/features/content/Hero.tsx'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const ignore = () => undefined
const slide = (title: string): HeroSlide => ({
  image: '',
  alt_text: '',
  eyebrow: '',
  title,
  subtitle: '',
  button_text: 'See more',
  link: '/products',
  empty_side: 'left',
})

function Page() {
  const queryClient = useQueryClient()
  const change = () => queryClient.setQueryData(content.heroSlides().queryKey, [slide('Gold')])
  return (
    <>
      <Hero />
      <button type="button" onClick={change}>
        Dress the window anew
      </button>
    </>
  )
}

it('slides that are changed under an open page are shown from the first on', async () => {
  // Nothing may move by itself, and everything is in view.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: ignore,
    removeEventListener: ignore,
  }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = ignore
      disconnect = ignore
    },
  )
  // Slides without a width would all be in one place.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  setTransport(() => Promise.resolve(Response.json({ data: ['Rubies', 'Pearls', 'Jade'].map(slide) })))
  show(<Page />)
  const shown = () =>
    screen
      .getAllByRole('group')
      .filter(
        (group) => group.getAttribute('aria-roledescription') === 'slide' && !group.hasAttribute('inert'),
      )
      .map((group) => group.querySelector('h2')?.textContent)
  await eventually(() => expect(shown()).toEqual(['Rubies']))
  fireEvent.click(screen.getByRole('button', { name: 'Slide 3: Jade' }))
  await eventually(() => expect(shown()).toEqual(['Jade']))
  fireEvent.click(screen.getByRole('button', { name: 'Dress the window anew' }))
  await eventually(() => expect(shown()).toEqual(['Gold']))
})
