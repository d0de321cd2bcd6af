// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Picture } from '#src/ui/Picture.tsx'

afterEach(cleanup)

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
