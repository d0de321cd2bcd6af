// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HeroSlide } from '#contract/content.ts'
import { content } from '#src/features/content/api.ts'
import { Hero } from '#src/features/content/Hero.tsx'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const ignore = () => undefined
const slide = (title: string): HeroSlide => ({
  image: '/pictures/hero/hero-1',
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

/** Nothing moves by itself, everything is in view, and no slide is where another is. */
function stillness() {
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
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
}

beforeEach(() => {
  stillness()
  HTMLImageElement.prototype.decode = () => Promise.resolve()
  setTransport(() => Promise.resolve(Response.json({ data: ['Rubies', 'Pearls', 'Jade'].map(slide) })))
})
afterEach(cleanup)

const shown = () =>
  screen
    .getAllByRole('group')
    .filter((group) => group.getAttribute('aria-roledescription') === 'slide' && !group.hasAttribute('inert'))
    .map((group) => group.querySelector('h2')?.textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('slides that are changed under an open page are shown from the first on', async () => {
  show(<Page />)
  await eventually(() => expect(shown()).toEqual(['Rubies']))
  press('Slide 3: Jade')
  await eventually(() => expect(shown()).toEqual(['Jade']))
  press('Dress the window anew')
  await eventually(() => expect(shown()).toEqual(['Gold']))
})

it('the slide that was asked for last is shown, though the picture of one before comes later', async () => {
  const late = Promise.withResolvers<void>()
  const decoded = vi.fn<() => Promise<void>>(() => late.promise)
  HTMLImageElement.prototype.decode = decoded
  show(<Page />)
  await eventually(() => expect(shown()).toEqual(['Rubies']))
  press('Slide 2: Pearls')
  await eventually(() => expect(decoded).toHaveBeenCalledTimes(1))
  decoded.mockImplementation(() => Promise.resolve())
  press('Slide 3: Jade')
  await eventually(() => expect(shown()).toEqual(['Jade']))
  await act(async () => {
    late.resolve()
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(shown()).toEqual(['Jade'])
})
