// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada } from '#tests/support/ada.ts'
import type { ProviderAnswer } from '#contract/provider.ts'
import type { ProviderKey } from '#contract/providers.ts'
import { inNameOf, providerTexts } from '#contract/providerTexts.ts'
import { SocialButtons } from '#src/features/auth/SocialButtons.tsx'
import * as css from '#src/features/auth/SocialButtons.css.ts'
import { setTransport } from '#src/lib/client.ts'
import { show } from '#tests/support/show.tsx'

/** What the server says of each provider when it is asked, and how often it was. */
let offered: Record<ProviderKey, ProviderAnswer>
let asked: string[]

beforeEach(() => {
  offered = { google: { enabled: false, name: 'Google' }, second: { enabled: false, name: 'Apple' } }
  asked = []
  setTransport(async (url) => {
    const key = String(url).includes('/second/') ? 'second' : 'google'
    asked.push(key)
    return Response.json(offered[key])
  })
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
})

const button = (name: string) => screen.findByRole('button', { name: `Continue with ${name}` })
const describes = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

it('without a second provider its button is disabled and says why', async () => {
  show(<SocialButtons from={undefined} />)
  const second = await button('Apple')
  expect(second.getAttribute('aria-disabled')).toBe('true')
  expect(describes(second)).toBe('Apple sign-in is not offered yet.')
  expect(second.querySelector(`.${css.appleMark}`)).not.toBeNull()
  // The first one's can be pressed, and says it then.
  fireEvent.click(await button('Google'))
  expect((await screen.findByRole('alert')).textContent).toBe(providerTexts.unavailable)
  const before = asked.length
  fireEvent.click(second)
  expect(second.getAttribute('aria-busy')).toBeNull()
  expect(asked).toHaveLength(before)
})

it('a refusal is said anew each time, and not while the next answer is on its way', async () => {
  show(<SocialButtons from={undefined} />)
  const first = await button('Google')
  fireEvent.click(first)
  const said = await screen.findByRole('alert')
  const answer = Promise.withResolvers<Response>()
  setTransport(() => answer.promise)
  fireEvent.click(first)
  expect(first.getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
  answer.resolve(Response.json(offered.google))
  const saidAgain = await screen.findByRole('alert')
  expect(saidAgain.textContent).toBe(said.textContent)
  // A screen reader says nothing of one that stays as it is.
  expect(saidAgain).not.toBe(said)
})

it('a second provider’s button can be pressed, under its name and without another’s mark', async () => {
  offered.second = { enabled: true, name: 'Orchard' }
  show(<SocialButtons from={undefined} />)
  const second = await button('Orchard')
  expect(second.getAttribute('aria-disabled')).toBeNull()
  expect(second.getAttribute('aria-describedby')).toBeNull()
  expect(screen.queryByText(/not offered yet/)).toBeNull()
  expect(second.querySelector(`img, .${css.appleMark}`)).toBeNull()
  // No more, by the time it is pressed.
  offered.second.enabled = false
  fireEvent.click(second)
  expect((await screen.findByRole('alert')).textContent).toBe(inNameOf('Orchard', providerTexts.unavailable))
})

it('Apple has its mark as a second provider, too', async () => {
  offered.second = { enabled: true, name: 'Apple' }
  show(<SocialButtons from={undefined} />)
  await expect.poll(() => screen.queryByText(/not offered yet/)).toBeNull()
  expect((await button('Apple')).querySelector(`.${css.appleMark}`)).not.toBeNull()
})

/** Comes back from a provider; the handover of the session is answered by `answer`. */
async function comeBack(from: string) {
  offered = { google: { enabled: true, name: 'Medlar' }, second: { enabled: true, name: 'Orchard' } }
  const [held, asked] = [Promise.withResolvers<Response>(), Promise.withResolvers<void>()]
  setTransport(async (url, { method }) => {
    if (method === 'GET')
      return Response.json(offered[String(url).includes('/second/') ? 'second' : 'google'])
    asked.resolve()
    return held.promise
  })
  window.location.hash = `#code=${'A'.repeat(43)}&${from}`
  const said: string[] = []
  show(<SocialButtons from={undefined} onSignedIn={() => said.push('signed in')} />)
  await asked.promise
  return { answer: held.resolve, said }
}
const busy = (name: string) => screen.findByRole('button', { name, busy: true })

it.each([
  ['provider=second', 'Medlar'],
  ['provider=google', 'Orchard'],
])('who comes back from a provider, with %s, sees that the login is under way', async (from, other) => {
  const { answer, said } = await comeBack(from)
  const pressed = await busy('Logging in…')
  expect(screen.getByRole('status').textContent).toBe('Logging in…')
  // Nor does the other one begin another login meanwhile.
  expect((await button(other)).getAttribute('aria-disabled')).toBe('true')
  answer(Response.json(ada))
  await expect.poll(() => said).toEqual(['signed in'])
  // The page is about to change.
  expect(pressed.getAttribute('aria-busy')).toBe('true')
})

it('and may try again where it has failed', async () => {
  const { answer, said } = await comeBack('provider=google')
  await busy('Logging in…')
  answer(Response.json({ message: 'Not now', code: 'unauthorized' }, { status: 401 }))
  expect((await screen.findByRole('alert')).textContent).toBe('Not now')
  expect((await button('Medlar')).getAttribute('aria-disabled')).toBeNull()
  expect((await button('Orchard')).getAttribute('aria-disabled')).toBeNull()
  expect([screen.getByRole('status').textContent, said]).toEqual(['', []])
})

it.each([
  ['provider=second', 'Orchard'],
  ['provider=google', 'Medlar'],
  ['provider=nobody', 'Medlar'],
  ['', 'Medlar'],
])('a login that failed, with %s in the address, is told by the name %s', async (from, name) => {
  offered = { google: { enabled: true, name: 'Medlar' }, second: { enabled: true, name: 'Orchard' } }
  window.location.hash = `#problem=failed&${from}`
  show(<SocialButtons from={undefined} onSignedIn={() => undefined} />)
  expect((await screen.findByRole('alert')).textContent).toBe(inNameOf(name, providerTexts.failed))
  expect(window.location.hash).toBe('')
})
