// @vitest-environment jsdom
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { contactTexts } from '#contract/contactTexts.ts'
import { ContactForm } from '#src/features/contact/ContactForm.tsx'
import { setTransport } from '#src/lib/client.ts'
import { stringifySearch } from '#src/lib/search.ts'
import { textIn } from '#src/lib/searchValues.ts'
import { Route as contactRoute } from '#src/routes/contact.tsx'
import { notify } from '#src/ui/notify.ts'
import { eventually } from '#tests/support/eventually.ts'
import { placed, show, showRouted } from '#tests/support/show.tsx'

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const subjectField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Subject/ })
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })

/** A message being sent, and what makes the server answer it. */
async function send() {
  const [held, asked] = [Promise.withResolvers<Response>(), Promise.withResolvers<void>()]
  setTransport(() => {
    asked.resolve()
    return held.promise
  })
  show(<ContactForm subject={undefined} />)
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

it('what a link asks about is the subject already, and may be changed', async () => {
  const sent: unknown[] = []
  setTransport(async (_url, { body }) => {
    sent.push(JSON.parse(String(body)))
    return taken()
  })
  show(<ContactForm subject="When is it back? Rope Chain" />)
  expect(subjectField().value).toBe('When is it back? Rope Chain')
  type('Name', 'Ada Quince')
  type('Email', 'ada@example.com')
  type('Message', 'In 45 cm, please.')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('Thank you')
  expect(sent).toMatchObject([{ subject: 'When is it back? Rope Chain' }])
  fireEvent.input(subjectField(), { target: { value: '' } })
  expect(subjectField().value).toBe('')
})

/** The page of the contact form at this address. */
async function openAt(address: string) {
  const routeTree = createRootRoute()
  const contact = createRoute({
    getParentRoute: () => routeTree,
    path: '/contact',
    validateSearch: (raw): { subject?: string | undefined } => ({ subject: textIn(raw, 'subject') }),
    component: function Contact() {
      return <ContactForm subject={contact.useSearch().subject} />
    },
  })
  const router = await showRouted(routeTree.addChildren([contact]), address)
  await vi.dynamicImportSettled()
  return router
}
const chainAt = `/contact${stringifySearch({ subject: 'When is it back? 5" "Rope" Chain' })}`
const ringAt = `/contact${stringifySearch({ subject: 'When is it back? Signet Ring' })}`

/** Types this, and leaves the page before it is sent. */
async function leaveTyping(address: string, message: string, subject?: string) {
  await openAt(address)
  if (subject !== undefined) fireEvent.input(subjectField(), { target: { value: subject } })
  type('Message', message)
  await vi.dynamicImportSettled()
  cleanup()
}
const filledIn = () => [subjectField().value, field('Message').value]

it('each matter keeps its own subject and message until it is sent', async () => {
  await leaveTyping('/contact', 'Do you buy old gold?', 'My grandmother’s brooch')
  await leaveTyping(chainAt, 'In 45 cm, please.')
  await leaveTyping(ringAt, 'In J, please.', 'The signet ring in J')

  await openAt(chainAt)
  expect(filledIn()).toEqual(['When is it back? 5" "Rope" Chain', 'In 45 cm, please.'])
  cleanup()
  await openAt(ringAt)
  expect(filledIn()).toEqual(['The signet ring in J', 'In J, please.'])
  cleanup()
  await openAt('/contact')
  expect(filledIn()).toEqual(['My grandmother’s brooch', 'Do you buy old gold?'])
})

it('also when one leads to another without leaving the page', async () => {
  await leaveTyping('/contact', 'Do you buy old gold?')
  const router = await openAt(chainAt)
  type('Message', 'In 45 cm, please.')
  await vi.dynamicImportSettled()
  await act(() => router.navigate({ href: '/contact' }))
  await act(() => vi.dynamicImportSettled())
  expect(filledIn()).toEqual(['', 'Do you buy old gold?'])
  await act(() => router.navigate({ href: chainAt }))
  await act(() => vi.dynamicImportSettled())
  expect(filledIn()).toEqual(['When is it back? 5" "Rope" Chain', 'In 45 cm, please.'])
})

it('what a link asked about is cleared, like the rest, once the message has arrived', async () => {
  setTransport(async () => taken())
  const router = await openAt(chainAt)
  type('Name', 'Ada Quince')
  type('Email', 'ada@example.com')
  type('Message', 'In 45 cm, please.')
  const button = screen.getByRole('button', { name: 'Send message' })
  button.focus()
  fireEvent.click(button)
  await screen.findByText('Thank you')
  await eventually(() => expect(filledIn()).toEqual(['', '']))
  expect(router.history.location.href).toBe('/contact')
  // Neither the thanks nor the keyboard's place is lost with it.
  expect(screen.getByText('Thank you')).toBeDefined()
  expect(document.activeElement).toBe(button)
  await eventually(() => expect(localStorage.getItem('drafts')).toBeNull())
})

it('and what was kept of another matter is there again then, beside the thanks', async () => {
  await leaveTyping('/contact', 'Do you buy old gold?', 'My grandmother’s brooch')
  setTransport(async () => taken())
  await openAt(chainAt)
  type('Name', 'Ada Quince')
  type('Email', 'ada@example.com')
  type('Message', 'In 45 cm, please.')
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('Thank you')
  await eventually(() => expect(filledIn()).toEqual(['My grandmother’s brooch', 'Do you buy old gold?']))
  expect(screen.getByText('Thank you')).toBeDefined()
  type('Message', 'Do you buy old gold, or silver?')
  expect(screen.queryByText('Thank you')).toBeNull()
})

it('and what comes with a page that the server has made for everybody is no obstacle to it', () => {
  const page = placed(<ContactForm subject="When is it back? Rope Chain" />)
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(placed(<ContactForm subject={undefined} />))
  render(page, { container, hydrate: true })
  expect(subjectField().value).toBe('When is it back? Rope Chain')
})

it.each([
  ['is no text', ['a', 'b']],
  ['is longer than a subject may be', 'x'.repeat(151)],
  ['is empty', ' '],
])('an address whose subject %s has none', (_what, subject) => {
  const read = contactRoute.options.validateSearch
  expect(typeof read === 'function' && read({ subject })).toEqual({ subject: undefined })
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
