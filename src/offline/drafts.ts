import * as v from 'valibot'
import { draftsKeptFor } from '#src/lib/leftDrafts.ts'
import { local } from '#src/lib/storage.ts'
import { isWithin } from './clock.ts'
import { restoredInput } from './restored.ts'
import { type Control, isControl, isSecret } from './secrets.ts'

const Content = v.union([v.string(), v.boolean()])
type Content = v.InferOutput<typeof Content>

/** By form and field: what the server had put there (`was`), and what the shopper made of it. */
const Drafts = v.record(
  v.string(),
  v.object({ at: v.number(), fields: v.record(v.string(), v.object({ was: Content, is: Content })) }),
)
type Drafts = v.InferOutput<typeof Drafts>

function read(): Drafts {
  try {
    return v.parse(Drafts, JSON.parse(local.get('drafts') ?? '{}'))
  } catch {
    // Not ours, or half written: treated as none.
    return {}
  }
}

/** Those that are not too old. The day of what a clock that ran ahead has dated begins when it is read. */
const readYoung = (): Drafts =>
  Object.fromEntries(
    Object.entries(read())
      .map(([name, draft]) => [name, { ...draft, at: Math.min(draft.at, Date.now()) }] as const)
      .filter(([, { at }]) => isWithin(at, draftsKeptFor)),
  )

function write(drafts: Drafts) {
  if (Object.keys(drafts).length === 0) local.remove('drafts')
  else local.set('drafts', JSON.stringify(drafts))
}

/**
 * Removes drafts that are too old or unreadable. Where there are none, nothing is written: what another tab is writing
 * at this moment would be lost.
 */
export function sweepDrafts(): void {
  const kept = local.get('drafts')
  if (kept === null) return
  const young = readYoung()
  if (JSON.stringify(young) !== kept) write(young)
}

export function forgetDraft(name: string): void {
  const { [name]: dropped, ...others } = read()
  if (dropped !== undefined) write(others)
}

/**
 * Leaves these texts, by field, for the empty text fields of a form that is not on the page: it begins with them as if
 * they had been typed there. What the shopper did type into one of its fields stays.
 */
export function leaveDraft(name: string, texts: Readonly<Record<string, string>>): void {
  const left = Object.fromEntries(Object.entries(texts).map(([field, is]) => [field, { was: '', is }]))
  write({ ...read(), [name]: { at: Date.now(), fields: { ...left, ...readYoung()[name]?.fields } } })
}

/**
 * Restores what was typed in this element's fields, and saves what is typed there until the returned function is
 * called.
 */
export function attendForm(element: HTMLElement, name: string): () => void {
  const keep = () => {
    const fields = Object.fromEntries(
      controlsIn(element).flatMap((control) => {
        const { was, is } = contentOf(control)
        return was === is ? [] : [[keyOf(control), { was, is }]]
      }),
    )
    if (Object.keys(fields).length === 0) forgetDraft(name)
    else write({ ...read(), [name]: { at: Date.now(), fields } })
  }
  const forget = (event: Event) => {
    if (event.target instanceof Element && event.target.contains(element)) forgetDraft(name)
  }

  // While the page is open, its fields keep what is typed for as long as it takes, and whatever happens to the clock: only
  // now does the day begin. What a sign-out has removed stays removed.
  // Only its date: another tab may have kept a newer one of this form.
  const leave = () => {
    const { [name]: kept, ...others } = read()
    if (kept !== undefined) write({ ...others, [name]: { ...kept, at: Date.now() } })
  }

  restore(element, readYoung()[name]?.fields ?? {})
  // Something may have been typed before this code was there.
  keep()
  const form = element.closest('form') ?? element
  element.addEventListener('input', keep)
  form.addEventListener('reset', forget)
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('pagehide', leave)
    element.removeEventListener('input', keep)
    form.removeEventListener('reset', forget)
  }
}

function restore(element: HTMLElement, fields: Drafts[string]['fields']) {
  for (const control of controlsIn(element)) {
    const kept = fields[keyOf(control)]
    const { was, is } = contentOf(control)
    // A value that the server, the browser or the shopper has put there since is newer.
    if (kept === undefined || kept.was !== was || is !== was) continue
    fill(control, kept.is)
    // A form may follow what is typed in it.
    control.dispatchEvent(restoredInput())
  }
}

const unkept = ['hidden', 'file', 'submit', 'button', 'reset', 'image']

const controlsIn = (element: HTMLElement): Control[] =>
  [...element.querySelectorAll('input, select, textarea')].filter(
    (control): control is Control =>
      isControl(control) && control.name !== '' && !unkept.includes(control.type) && !isSecret(control),
  )

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

const keyOf = (control: Control): string =>
  isTick(control) ? `${control.name}=${control.value}` : control.name

function contentOf(control: Control): { was: Content; is: Content } {
  if (isTick(control)) return { was: control.defaultChecked, is: control.checked }
  if (!(control instanceof HTMLSelectElement)) return { was: control.defaultValue, is: control.value }
  const preset = [...control.options].find((option) => option.defaultSelected) ?? control.options[0]
  return { was: preset?.value ?? '', is: control.value }
}

function fill(control: Control, content: Content) {
  if (isTick(control)) control.checked = content === true
  else if (typeof content === 'string') control.value = content
}
