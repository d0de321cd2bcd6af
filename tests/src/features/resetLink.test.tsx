// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { ResetPasswordPage } from '#src/features/auth/ResetPasswordPage.tsx'
import { setTransport } from '#src/lib/client.ts'
import { show } from '#tests/support/show.tsx'

const nothing = () => undefined

function open(answer: () => Promise<Response>) {
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
