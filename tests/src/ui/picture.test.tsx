// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Picture } from '#src/ui/Picture.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const nowhere = (alt: string) => (
  <a href="/products/oval-signet-ring">
    <Picture image={null} alt={alt} width={1000} height={1000} sizes="72px" failedText="No Image" />
  </a>
)

it('a picture that cannot be had says what it shows as well', () => {
  render(nowhere('Oval Signet Ring'))
  expect(screen.getByRole('link', { name: 'Oval Signet Ring No Image' })).toBeDefined()
})

it('one that says nothing says nothing without its picture either', () => {
  render(nowhere(''))
  expect(screen.getByText('No Image').closest('[aria-hidden=true]')).not.toBeNull()
})

describe('one that did not come', () => {
  /** What is requested off screen. */
  const tried: HTMLImageElement[] = []

  async function failed() {
    tried.length = 0
    vi.stubGlobal('Image', function asked() {
      const image = document.createElement('img')
      tried.push(image)
      return image
    })
    render(<Picture image="/pictures/rings/a.jpg" alt="Ring" width={1000} height={1000} sizes="72px" />)
    await vi.dynamicImportSettled()
    vi.useFakeTimers()
    fireEvent.error(screen.getByRole('img', { name: 'Ring' }))
    await act(() => vi.dynamicImportSettled())
    expect(screen.getByText('Image not available')).toBeDefined()
  }

  it('is asked for once more after a while, and shown once it is there', async () => {
    await failed()
    expect(tried).toHaveLength(0)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(tried).toHaveLength(1)
    expect(tried[0]?.srcset).toContain('/pictures/rings/a.jpg?w=')
    expect(screen.queryByText('Image not available')).not.toBeNull()
    act(() => void tried[0]?.dispatchEvent(new Event('load')))
    expect(screen.queryByText('Image not available')).toBeNull()
    expect(screen.getByRole('img', { name: 'Ring' }).tagName).toBe('IMG')
  })

  it('and whenever the network is back', async () => {
    await failed()
    for (const times of [1, 2]) {
      act(() => void window.dispatchEvent(new Event('online')))
      expect(tried).toHaveLength(times)
    }
  })
})
