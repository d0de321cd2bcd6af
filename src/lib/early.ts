import { breathe } from './breathe.ts'

// What a shopper does before the page can respond: on a slow line seconds pass between what they see and the code
// behind it. `src/boot.ts` keeps it from the first moment on; here it is done again once it can be.

/** What a box was put to, what was chosen in a list or typed; of a button, what it meant when it was pressed. */
type Wanted = string | boolean

export type Early = {
  /** The events that stand for what a shopper does with buttons, boxes, lists and text. */
  signs: readonly string[]
  /** In the order in which they were used last. */
  held: Map<HTMLElement, Wanted>
  /** Keeps what the event stands for, if nothing but the shop's code can respond to it. */
  hold: (event: Event) => void
  /** What a press on the button would do, in the words that tell the shopper. */
  meaning: (button: HTMLButtonElement) => string
  /** Keeps it no longer, nor shows that it is kept. */
  release: (control: HTMLElement) => void
  /** Says this at the foot of the window, with a way to try again; nothing any more if it is empty. */
  say: (text: string) => void
  /** Loads the page that a step in the history leads to, until the router listens for it. */
  step: (event: Event) => void
  /** Resolves once all scripts of the page are there. */
  whole: Promise<void>
}

/** React's own record of what it believes a field to hold: an `input` event that brings nothing new it ignores. */
type Tracked = { _valueTracker?: { setValue: (value: string) => void } }

declare global {
  interface Window {
    /** There is none in a page that came without `src/boot.ts`. */
    early?: Early
  }
}

let isUsed = false
/** One at a time: each is to be done after what the one before it has changed. */
let repeating = Promise.resolve()

/** Whether the shopper has used anything that the page could not yet respond to. */
export const isUsedEarly = (): boolean => isUsed

/** The other choices that this one replaces, itself included. */
const choices = ({ name }: HTMLInputElement) =>
  document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(name)}"]`)

/**
 * Puts what was ticked early back to how the server rendered it: React takes a page as it finds it for what it has
 * rendered, and would go on to believe that nothing was chosen.
 */
export function putBackEarly(): void {
  for (const [control, wanted] of window.early?.held ?? []) {
    if (!(control instanceof HTMLInputElement) || typeof wanted !== 'boolean') continue
    for (const one of control.type === 'radio' ? choices(control) : [control])
      one.checked = one.defaultChecked
  }
}

/**
 * Does again what was done early, as a shopper would: with a press before each click, which makes React hydrate the
 * part it belongs to, and each after what the one before it has changed. What still has no code is held again, until
 * the next call.
 */
async function repeatEarly({ held, meaning, release }: Early): Promise<void> {
  putBackEarly()
  isUsed ||= held.size > 0
  const used = [...held.keys()]
  for (const control of used) {
    // A box is ticked before its click is heard: React would find it as it is wanted, and see no change.
    control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    // What only this browser knows, such as a wishlist, is shown right after what the server rendered.
    await breathe()
    const wanted = held.get(control)
    release(control)
    if (wanted === undefined || !control.isConnected || isReplaced(control, held)) continue
    if (control instanceof HTMLButtonElement) {
      // React has not heard that it has the focus, which would be lost with a button that the click replaces.
      if (control === document.activeElement)
        control.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
      // A button that now does something else, perhaps the opposite, is not the one that was pressed.
      if (meaning(control) === wanted) control.click()
    } else if (control instanceof HTMLSelectElement) {
      control.value = String(wanted)
      control.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (control instanceof HTMLInputElement && typeof wanted === 'boolean') {
      if (control.checked !== wanted) control.click()
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      typeAgain(control, String(wanted))
    await breathe()
  }
}

/** Whether another of the same choices was chosen after it. */
const isReplaced = (control: HTMLElement, held: Early['held']) =>
  control instanceof HTMLInputElement &&
  control.type === 'radio' &&
  [...held.keys()].some((one) => one instanceof HTMLInputElement && one.name === control.name)

function typeAgain(field: (HTMLInputElement | HTMLTextAreaElement) & Tracked, text: string) {
  // If React has rendered it anew since, it is as React believes it to be.
  if (field.value !== text) field.value = text
  field._valueTracker?.setValue(field.defaultValue)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // What takes effect when its field is left would wait for the shopper to come back, and leave it once more.
  if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}

function repeat(early: Early) {
  repeating = repeating.then(() => repeatEarly(early))
}

/** To be called when a part of the page has its code, just before React is given it. */
export function repeatSoon(): void {
  const { early } = window
  if (!early?.held.size) return
  putBackEarly()
  setTimeout(() => repeat(early))
}

/** To be called when React has begun to listen: from here on only what it has no code for is held. */
export function listenEarly(root: HTMLElement): void {
  const { early } = window
  if (!early) return
  for (const sign of early.signs) {
    document.removeEventListener(sign, early.hold, true)
    // After React's own listener, which stops an event that there is no code for yet.
    root.addEventListener(
      sign,
      (event) => {
        if (event.cancelBubble) early.hold(event)
        // What React hears is newer than what is held.
        else if (sign === 'input' && event.target instanceof HTMLElement) early.release(event.target)
      },
      true,
    )
  }
  repeat(early)
}
