// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leftDrafts } from '#src/lib/leftDrafts.ts'
import { forgetPersonal } from '#src/lib/storage.ts'

const address = { at: 1, fields: { city: { was: '', is: 'Bath' } } }
const login = { at: 2, fields: { email: { was: '', is: 'ada@example.com' } } }
const checkout = '{"customer":"1","note":"For Grace"}'

/** Customer 1 was typing an address, and a note for her order, when her session expired. */
function expire(typed: object = { 'new-address': address }) {
  localStorage.setItem('drafts', JSON.stringify(typed))
  localStorage.setItem('checkout-draft', checkout)
  leftDrafts.keep('1')
  forgetPersonal()
}
const drafts = (): unknown => JSON.parse(localStorage.getItem('drafts') ?? 'null')

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('what a customer was typing when their session expired', () => {
  it('is where they left it once they have logged in again, beside what was typed to do so', () => {
    expire()
    localStorage.setItem('drafts', JSON.stringify({ login }))
    leftDrafts.giveBack('1')
    expect(drafts()).toEqual({ 'new-address': address, login })
    expect(localStorage.getItem('checkout-draft')).toBe(checkout)
    expect(localStorage.getItem('left-drafts')).toBeNull()
  })

  it('gives way, form by form, to what was typed since', () => {
    expire({ 'new-address': address, login: { ...login, at: 1, fields: {} } })
    localStorage.setItem('drafts', JSON.stringify({ login }))
    leftDrafts.giveBack('1')
    expect(drafts()).toEqual({ 'new-address': address, login })
  })

  it('is in no form until then', () => {
    expire()
    expect(Object.keys(localStorage)).toEqual(['left-drafts'])
  })

  it('goes when another customer signs in', () => {
    expire()
    leftDrafts.giveBack('2')
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('goes when they leave for good, not when another does', () => {
    expire()
    leftDrafts.forget('2')
    expect(Object.keys(localStorage)).toEqual(['left-drafts'])
    leftDrafts.forget('1')
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('waits for a day, and no longer', () => {
    expire()
    vi.advanceTimersByTime(86_400_000)
    leftDrafts.sweep()
    expect(Object.keys(localStorage)).toEqual(['left-drafts'])
    vi.advanceTimersByTime(1)
    leftDrafts.sweep()
    expect(Object.keys(localStorage)).toEqual([])

    expire()
    vi.advanceTimersByTime(86_400_001)
    leftDrafts.giveBack('1')
    expect(Object.keys(localStorage)).toEqual([])
  })

  it.each(['', '{"customer":"1"}', 'half wri'])('is nothing where it cannot be read: %j', (stored) => {
    localStorage.setItem('left-drafts', stored)
    leftDrafts.sweep()
    expect(Object.keys(localStorage)).toEqual([])
    localStorage.setItem('left-drafts', stored)
    leftDrafts.giveBack('1')
    expect(Object.keys(localStorage)).toEqual([])
  })
})

it('who had typed nothing leaves nothing', () => {
  leftDrafts.keep('1')
  expect(Object.keys(localStorage)).toEqual([])
})
