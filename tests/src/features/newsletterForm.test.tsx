// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NewsletterForm } from '#src/features/newsletter/NewsletterForm.tsx'
import { setTransport } from '#src/lib/client.ts'
import { show } from '#tests/support/show.tsx'

const field = () => screen.getByRole<HTMLInputElement>('textbox')
const type = (email: string) => fireEvent.input(field(), { target: { value: email } })

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it.each([
  ['is cleared once it has arrived', 'ada@example.com', ''],
  ['leaves another that was typed meanwhile', 'grace@example.com', 'grace@example.com'],
])('an address for the newsletter %s', async (_what, typedMeanwhile, left) => {
  const [held, asked] = [Promise.withResolvers<Response>(), Promise.withResolvers<void>()]
  setTransport(() => {
    asked.resolve()
    return held.promise
  })
  show(<NewsletterForm />)
  type('ada@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Subscribe' }))
  await asked.promise
  type(typedMeanwhile)
  held.resolve(Response.json({ message: 'Thank you' }))
  expect(await screen.findByText('Thank you')).toBeDefined()
  expect(field().value).toBe(left)
})
