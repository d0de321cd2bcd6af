import { type RefObject, useEffect, useRef } from 'react'
import { hasInput } from '#src/lib/hasInput.ts'
import { local } from '#src/lib/storage.ts'

const load = () => import('./drafts.ts')

/** The address at which the shop has just reloaded by itself, as `boot.ts` found. */
const returnedTo =
  typeof document !== 'undefined' && 'returning' in document.documentElement.dataset ? location.href : null

/**
 * Keeps what is typed into the native fields inside an element, usually a form, until it is sent: over a reload, a
 * restart and an update, for a day, and never over a sign-out. Passwords, codes and payment details are never kept.
 * `name` identifies one form (null: nothing is kept); attach the returned ref to the element.
 */
export function useDraft<E extends HTMLElement>(name: string | null): RefObject<E | null> {
  const ref = useRef<E>(null)
  useEffect(() => {
    const element = ref.current
    if (element === null || name === null) return
    let isGone = false
    let stop = () => element.removeEventListener('input', attend)
    function attend() {
      load().then(
        ({ attendForm }) => {
          if (!isGone && element && name !== null) stop = attendForm(element, name)
        },
        // Without a network and not loaded before: what is typed lasts as long as the page.
        () => undefined,
      )
    }
    // A visitor who has left nothing here, nor typed before the page hydrated, needs the code only once they type.
    if (hasDraft(name) || hasInput(element)) attend()
    else element.addEventListener('input', attend, { once: true })
    return () => {
      isGone = true
      stop()
    }
  }, [name])
  return ref
}

/** The form was sent, or its draft has served: nothing of it is kept any more. */
export function dropDraft(name: string): void {
  if (!hasDraft(name)) return
  load().then(
    ({ forgetDraft }) => forgetDraft(name),
    // It expires by itself, within a day.
    () => undefined,
  )
}

/**
 * Whether a form that has to be opened was open, with something typed in it, when the shop reloaded by itself a moment
 * ago: then it is opened again.
 */
export const wasOpen = (name: string): boolean => location.href === returnedTo && hasDraft(name)

const hasDraft = (name: string): boolean => local.get('drafts')?.includes(JSON.stringify(name)) ?? false
