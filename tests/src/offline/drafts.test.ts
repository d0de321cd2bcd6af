// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetPersonal } from '#src/lib/storage.ts'
import { attendForm, forgetDraft, leaveDraft, sweepDrafts } from '#src/offline/drafts.ts'
import { hasTypedSecret } from '#src/offline/secrets.ts'

const kept = () => localStorage.getItem('drafts')

/** What a page leaves behind goes with it. */
const leavings: (() => void)[] = []

/** A page with this form on it, as the server rendered it. */
function open(fields: string) {
  for (const leave of leavings.splice(0)) leave()
  document.body.innerHTML = `<form>${fields}</form>`
  const form = document.querySelector('form')
  if (!form) throw new Error('No form')
  const control = (name: string) => {
    const found = form.elements.namedItem(name)
    if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found
    if (found instanceof HTMLSelectElement) return found
    throw new Error(`No field ${name}`)
  }
  return {
    form,
    control,
    type: (name: string, text: string) => {
      control(name).value = text
      control(name).dispatchEvent(new Event('input', { bubbles: true }))
    },
    press: (id: string) => document.getElementById(id)?.click(),
  }
}

/** The same page after a reload, with what was typed on it restored. */
function reopen(fields: string) {
  const page = open(fields)
  leavings.push(attendForm(page.form, 'contact'))
  return page
}

const contact =
  '<input name="name"><input name="email" type="email" value="ada@example.com"><textarea name="message"></textarea>'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

describe('what is typed', () => {
  it('is there again after a reload', () => {
    const page = reopen(contact)
    page.type('name', 'Ada')
    page.type('message', 'Is the ring\nstill there?')
    const next = reopen(contact)
    expect(next.control('name').value).toBe('Ada')
    expect(next.control('email').value).toBe('ada@example.com')
    expect(next.control('message').value).toBe('Is the ring\nstill there?')
  })

  it('is told to the form like what is typed, so that what follows from it is there again', () => {
    reopen(contact).type('name', 'Ada')
    const page = open(contact)
    const heard: unknown[] = []
    page.form.addEventListener('input', ({ target }) => heard.push(target))
    leavings.push(attendForm(page.form, 'contact'))
    expect(heard).toEqual([page.control('name')])
  })

  it('is kept, too, when it was typed before the code came', () => {
    const page = open(contact)
    page.type('name', 'Ada')
    attendForm(page.form, 'contact')
    expect(reopen(contact).control('name').value).toBe('Ada')
  })

  it('an emptied field stays empty', () => {
    reopen(contact).type('email', '')
    expect(reopen(contact).control('email').value).toBe('')
  })

  it('choices and ticks are there again', () => {
    const choices =
      '<input type="checkbox" name="agreed" id="agreed">' +
      '<input type="radio" name="rating" value="1" checked><input type="radio" name="rating" value="5" id="five">' +
      '<select name="country"><option>France</option><option selected>Italy</option></select>'
    const page = reopen(choices)
    page.press('agreed')
    page.press('five')
    page.type('country', 'France')
    const { form, control } = reopen(choices)
    const data = new FormData(form)
    expect([...data]).toEqual([
      ['agreed', 'on'],
      ['rating', '5'],
      ['country', 'France'],
    ])
    expect(control('country').value).toBe('France')
  })

  it('belongs to one form', () => {
    reopen(contact).type('name', 'Ada')
    const other = open(contact)
    attendForm(other.form, 'newsletter')
    expect(other.control('name').value).toBe('')
  })

  it('is not put over what the server has put there since', () => {
    reopen(contact).type('email', 'ada@work.example')
    const next = reopen(contact.replace('ada@example.com', 'ada@new.example'))
    expect(next.control('email').value).toBe('ada@new.example')
  })

  it('is not put over what the shopper has typed meanwhile', () => {
    reopen(contact).type('name', 'Ada')
    const next = open(contact)
    next.type('name', 'Grace')
    attendForm(next.form, 'contact')
    expect(next.control('name').value).toBe('Grace')
    expect(reopen(contact).control('name').value).toBe('Grace')
  })
})

describe('whatever happens to the clock', () => {
  const hide = () => window.dispatchEvent(new Event('pagehide'))

  it.each([
    ['five minutes back', -5 * 60_000],
    ['years back', -3 * 365 * 24 * 60 * 60_000],
    ['years ahead, while the page is open', 3 * 365 * 24 * 60 * 60_000],
  ])('what is typed is there again after a reload: %s', (_name, leap) => {
    vi.useFakeTimers()
    reopen(contact).type('name', 'Ada')
    vi.setSystemTime(Date.now() + leap)
    hide()
    expect(reopen(contact).control('name').value).toBe('Ada')
  })

  it('and after a kill, which no page hears of, once the clock was set back', () => {
    vi.useFakeTimers()
    reopen(contact).type('name', 'Ada')
    vi.setSystemTime(Date.now() - 5 * 60_000)
    expect(reopen(contact).control('name').value).toBe('Ada')
  })

  it('what a page has shown for days outlives its reload, in each of its forms', () => {
    vi.useFakeTimers()
    const page = reopen(`${contact}</form><form id="second"><input name="note">`)
    const second = document.querySelector<HTMLFormElement>('#second')
    if (second) leavings.push(attendForm(second, 'second'))
    page.type('name', 'Ada')
    const note = document.querySelector<HTMLInputElement>('[name=note]')
    if (note) note.value = 'Plum'
    note?.dispatchEvent(new Event('input', { bubbles: true }))
    vi.advanceTimersByTime(3 * 24 * 60 * 60_000)
    hide()
    expect(kept()).toContain('Ada')
    sweepDrafts()
    expect(kept()).toContain('Ada')
    expect(kept()).toContain('"second"')
  })

  it('nor does a page that is left keep what another has been typed over since', () => {
    const other = reopen(contact)
    other.type('name', 'Ada')
    localStorage.setItem('drafts', String(kept()).replace('Ada', 'Ada Quince'))
    hide()
    expect(reopen(contact).control('name').value).toBe('Ada Quince')
  })

  it('but not what a sign-out has removed', () => {
    reopen(contact).type('name', 'Ada')
    forgetPersonal()
    hide()
    expect(kept()).toBeNull()
  })
})

describe('what is left for a form that is not on the page', () => {
  it('is in it once it is, as if it had been typed there', () => {
    leaveDraft('contact', { message: 'To Ada,\nwith love' })
    const page = reopen(contact)
    expect(page.control('message').value).toBe('To Ada,\nwith love')
    expect(page.control('name').value).toBe('')
    page.form.reset()
    expect(kept()).toBeNull()
  })

  it('is beside what the shopper had typed there, never in its place', () => {
    reopen(contact).type('name', 'Ada')
    leaveDraft('contact', { name: 'Bo', message: 'To Ada' })
    leaveDraft('contact', { message: 'To Bo' })
    const page = reopen(contact)
    expect(page.control('name').value).toBe('Ada')
    expect(page.control('message').value).toBe('To Ada')
  })

  it('leaves other forms’ drafts alone, and goes with them when somebody signs out', () => {
    reopen(contact).type('name', 'Ada')
    leaveDraft('another', { message: 'To Ada' })
    expect(reopen(contact).control('name').value).toBe('Ada')
    expect(kept()).toContain('To Ada')
    forgetPersonal()
    expect(kept()).toBeNull()
  })

  it('is kept for a day', () => {
    vi.useFakeTimers()
    leaveDraft('contact', { message: 'To Ada' })
    vi.advanceTimersByTime(24 * 60 * 60_000 - 1)
    expect(reopen(contact).control('message').value).toBe('To Ada')
    vi.advanceTimersByTime(24 * 60 * 60_000)
    sweepDrafts()
    expect(kept()).toBeNull()
  })
})

describe('a secret is never kept', () => {
  const secrets = {
    'a password': '<input name="secret" type="password">',
    'a password that is shown': '<input name="secret" type="text" autocomplete="new-password">',
    'a code': '<input name="secret" autocomplete="one-time-code">',
    'a card’s number': '<input name="secret" autocomplete="cc-number">',
    'all that pays': '<div data-secret><input name="secret"></div>',
    'a hidden value': '<input name="secret" type="hidden">',
  }

  it.each(Object.entries(secrets))('%s', (_name, field) => {
    const page = reopen(`<input name="name">${field}`)
    page.type('name', 'Ada')
    page.type('secret', 'canary')
    expect(kept()).toContain('Ada')
    expect(kept()).not.toContain('canary')
    expect(kept()).not.toContain('secret')
  })

  it('but a typed one is noticed, for a reload would lose it', () => {
    const page = reopen('<input name="name"><input name="secret" type="password">')
    page.type('name', 'Ada')
    expect(hasTypedSecret(document)).toBe(false)
    page.type('secret', 'canary')
    expect(hasTypedSecret(document)).toBe(true)
  })
})

describe('nothing is left', () => {
  it('when the form was cleared', () => {
    const { form, type } = reopen(contact)
    type('name', 'Ada')
    form.reset()
    expect(kept()).toBeNull()
  })

  it('when it was sent', () => {
    reopen(contact).type('name', 'Ada')
    forgetDraft('contact')
    expect(kept()).toBeNull()
  })

  it('when all is as it was', () => {
    const page = reopen(contact)
    page.type('name', 'Ada')
    page.type('name', '')
    expect(kept()).toBeNull()
  })

  it('when somebody signs out', () => {
    reopen(contact).type('name', 'Ada')
    forgetPersonal()
    expect(kept()).toBeNull()
  })

  it('after a day, whether or not the form is opened again', () => {
    vi.useFakeTimers()
    reopen(contact).type('name', 'Ada')
    vi.advanceTimersByTime(24 * 60 * 60_000 - 1)
    sweepDrafts()
    expect(kept()).toContain('Ada')
    vi.advanceTimersByTime(1)
    sweepDrafts()
    expect(kept()).toBeNull()
  })

  it('and meanwhile nothing is written that another tab could have added to', () => {
    reopen(contact).type('name', 'Ada')
    const writing = vi.spyOn(Storage.prototype, 'setItem')
    sweepDrafts()
    expect(writing).not.toHaveBeenCalled()
    writing.mockRestore()
  })

  it('a day after it was found, if the clock ran ahead when it was typed', () => {
    vi.useFakeTimers()
    reopen(contact).type('name', 'Ada')
    vi.setSystemTime(Date.now() - 30 * 24 * 60 * 60_000)
    sweepDrafts()
    vi.advanceTimersByTime(24 * 60 * 60_000)
    sweepDrafts()
    expect(kept()).toBeNull()
  })

  it.each(['{', '"text"', '{"contact":{"at":"never"}}', '[]'])('of what nobody can read: %s', (broken) => {
    localStorage.setItem('drafts', broken)
    expect(reopen(contact).control('name').value).toBe('')
    sweepDrafts()
    expect(kept()).toBeNull()
  })
})
