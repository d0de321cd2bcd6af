// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { paths } from '#contract/paths.ts'
import { ResetPasswordPage } from '#src/features/auth/ResetPasswordPage.tsx'
import { setTransport } from '#src/lib/client.ts'
import type { Transport } from '#src/lib/http.ts'
import { show } from '#tests/support/show.tsx'

const nothing = () => undefined

function open(answer: Transport) {
  setTransport(answer)
  show(<ResetPasswordPage given="a-token" onRead={nothing} onLeave={nothing} />)
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

it.each([
  ['naming the token', { message: 'No', errors: { token: [authTexts.invalidToken] } }],
  ['and no more', { message: 'No' }],
  ['without a word', {}],
])('a link that is answered with 400 %s is dead', async (_how, body) => {
  open(async () => Response.json(body, { status: 400 }))
  expect(await screen.findByRole('heading', { level: 1, name: authTexts.invalidToken })).toBeDefined()
})

it('a link that cannot be checked may still be tried', async () => {
  open(async () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByRole('button', { name: 'Reset Password' })).toBeDefined()
})

it('who remembers their password, or wants another link, finds the way', async () => {
  open(async () => Response.json({ message: 'Good' }))
  const ways = await screen.findAllByRole('link')
  expect(ways.map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/login', '/forgot-password']),
  )
})

it('a password that is sent by two presses is changed once, and the shopper reads that it was', async () => {
  let sent = 0
  open(async (url) => {
    if (!url.endsWith(paths.resetPassword)) return Response.json({ valid: true })
    sent += 1
    return sent === 1
      ? Response.json({ message: 'Done' })
      : Response.json({ message: 'No', errors: { token: [authTexts.invalidToken] } }, { status: 400 })
  })
  for (const label of ['New password', 'Confirm password'])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Plum-stone-7' } })
  const button = screen.getByRole('button', { name: 'Reset Password' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByRole('heading', { level: 1, name: 'You have a new password' })).toBeDefined()
  expect(sent).toBe(1)
})
