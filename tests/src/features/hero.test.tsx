// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { carouselAutoplay } from '#contract/constants.ts'
import type { HeroSlide } from '#contract/content.ts'
import { content } from '#src/features/content/api.ts'
import { Hero } from '#src/features/content/Hero.tsx'
import { setTransport } from '#src/lib/client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const ignore = () => undefined
const slide = (title: string): HeroSlide => ({
  image: `/pictures/hero/${title}`,
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
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

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

describe('without a network', () => {
  const only = (...kept: string[]) => {
    HTMLImageElement.prototype.decode = function () {
      return kept.some((title) => this.src.includes(title)) ? Promise.resolve() : Promise.reject(new Error())
    }
  }
  async function play() {
    show(<Page />)
    await eventually(() => expect(shown()).toEqual(['Rubies']))
    // The slider's code is there once it has shown something.
    press('Slide 1: Rubies')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    fireEvent.pointerMove(document.body)
    press('Play the slides')
    await act(() => vi.advanceTimersByTimeAsync(0))
  }
  const oneTurn = () => act(() => vi.advanceTimersByTimeAsync(carouselAutoplay))

  it('moves by itself only to slides whose pictures are there', async () => {
    only('Rubies', 'Jade')
    await play()
    await oneTurn()
    expect(shown()).toEqual(['Rubies'])
    await oneTurn()
    expect(shown()).toEqual(['Jade'])
    await oneTurn()
    expect(shown()).toEqual(['Rubies'])
  })

  it('stands still while no other picture is there, and moves on once one has come', async () => {
    only('Rubies')
    await play()
    for (let turn = 0; turn < 4; turn += 1) {
      await oneTurn()
      expect(shown()).toEqual(['Rubies'])
    }
    only('Rubies', 'Pearls', 'Jade')
    await oneTurn()
    expect(shown()).not.toEqual(['Rubies'])
  })

  it('shows a slide that was asked for without its picture', async () => {
    only('Rubies')
    show(<Page />)
    await eventually(() => expect(shown()).toEqual(['Rubies']))
    press('Slide 3: Jade')
    await eventually(() => expect(shown()).toEqual(['Jade']))
  })
})
