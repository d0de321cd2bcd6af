import { breathe } from './breathe.ts'

// What a shopper does before the page can respond: on a slow line seconds pass between what they see and the code
// behind it. `src/boot.ts` keeps it from the first moment on; here it is done again once it can be.

/** What a control was put to: a box is ticked or not, a list has a value; null for what was pressed or typed into. */
type Wanted = string | boolean | null

export type Early = {
  /** The events that stand for what a shopper does with buttons, boxes, lists and text. */
  signs: readonly string[]
  /** In the order in which they were used last. */
  held: Map<HTMLElement, Wanted>
  /** Keeps what the event stands for, if nothing but the shop's code can respond to it. */
  hold: (event: Event) => void
}

declare global {
  interface Window {
    /** There is none in a page that came without `src/boot.ts`. */
    early?: Early
  }
}

const heldSoFar = () => window.early?.held ?? new Map<HTMLElement, Wanted>()
let isUsed = false

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
  for (const [control, wanted] of heldSoFar()) {
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
async function repeatEarly(): Promise<void> {
  putBackEarly()
  const held = [...heldSoFar()]
  heldSoFar().clear()
  isUsed ||= held.length > 0
  for (const [control, wanted] of held) {
    control.removeAttribute('aria-busy')
    delete control.dataset['early']
    if (!control.isConnected || isReplaced(control, held)) continue
    // A box is ticked before its click is heard: React would find it as it is wanted, and see no change.
    control.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    if (wanted === null && !(control instanceof HTMLButtonElement)) {
      control.dispatchEvent(new Event('input', { bubbles: true }))
    } else if (control instanceof HTMLSelectElement) {
      control.value = String(wanted)
      control.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (!(control instanceof HTMLInputElement) || control.checked !== wanted) control.click()
    await breathe()
  }
}

/** Whether another of the same choices was chosen after it. */
const isReplaced = (control: HTMLElement, held: [HTMLElement, Wanted][]) =>
  control instanceof HTMLInputElement &&
  control.type === 'radio' &&
  held.findLast(([one]) => one instanceof HTMLInputElement && one.name === control.name)?.[0] !== control

/** To be called when a part of the page has its code, just before React is given it. */
export function repeatSoon(): void {
  if (heldSoFar().size === 0) return
  putBackEarly()
  setTimeout(() => void repeatEarly())
}

/** To be called when React has begun to listen: from here on only what it has no code for is held. */
export function listenEarly(root: HTMLElement): void {
  const { early } = window
  if (!early) return
  for (const sign of early.signs) {
    document.removeEventListener(sign, early.hold, true)
    // After React's own listener, which stops an event that there is no code for yet.
    root.addEventListener(sign, (event) => event.cancelBubble && early.hold(event), true)
  }
  void repeatEarly()
}
