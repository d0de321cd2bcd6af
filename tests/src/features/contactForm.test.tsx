// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { contactTexts } from '#contract/contactTexts.ts'
import { ContactForm } from '#src/features/contact/ContactForm.tsx'
import { setTransport } from '#src/lib/client.ts'
import { notify } from '#src/ui/notify.ts'
import { eventually } from '#tests/support/eventually.ts'
import { show } from '#tests/support/show.tsx'

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })

/** A message being sent, and what makes the server answer it. */
async function send() {
  const [held, asked] = [Promise.withResolvers<Response>(), Promise.withResolvers<void>()]
  setTransport(() => {
    asked.resolve()
    return held.promise
  })
  show(<ContactForm />)
  type('Name', 'Ada Quince')
  type('Email', 'ada@example.com')
  type('Message', 'Do you resize rings?')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await asked.promise
  return held
}
const taken = () => Response.json({ message: 'Thank you' })

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

it('a message that has arrived is cleared', async () => {
  const { resolve } = await send()
  resolve(taken())
  expect(await screen.findByText('Thank you')).toBeDefined()
  expect(field('Message').value).toBe('')
})

it('what is typed while a message is under way is not lost when it has arrived', async () => {
  const { resolve } = await send()
  type('Message', 'Do you resize rings? And chains?')
  resolve(taken())
  expect(await screen.findByText('Thank you')).toBeDefined()
  expect(field('Message').value).toBe('Do you resize rings? And chains?')
})

it('how a message went is told also to who has gone on', async () => {
  const success = vi.spyOn(notify, 'success').mockReturnValue('')
  const error = vi.spyOn(notify, 'error').mockReturnValue('')
  const first = await send()
  cleanup()
  first.resolve(taken())
  await eventually(() => expect(success.mock.calls).toEqual([['Thank you']]))

  const second = await send()
  cleanup()
  second.reject(new TypeError('Failed to fetch'))
  await eventually(() => expect(error.mock.calls).toEqual([[contactTexts.networkFailed]]))
})
