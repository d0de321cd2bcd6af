import { type FormEvent, useRef } from 'react'
import { lastStep, stepFormId } from './progress.ts'

type Steps = {
  /** From the address. */
  wanted: number
  /** The first that still needs the shopper. */
  open: number
  onGo: (step: number) => void
}

/**
 * The progress through the four steps: forwards with Continue or by the bar, as far as is filled in, and back at any
 * time.
 */
export function useSteps({ wanted, open, onGo }: Steps) {
  const jump = useRef<number | null>(null)
  /** The step to which the last one sent the shopper back. */
  const edited = useRef<number | null>(null)
  const current = Math.min(wanted, open)
  const go = (step: number) => {
    jump.current = edited.current = null
    onGo(step)
  }
  /** From the last step, which is next again unless the shopper goes elsewhere first. */
  const edit = (step: number) => {
    go(step)
    edited.current = step
  }
  /** To the step that was requested, or the first on the way there with something missing. */
  const goOn = (nowOpen: number) => {
    const next = edited.current === current ? lastStep : current + 1
    go(Math.min(jump.current ?? next, nowOpen))
  }
  const goTo = (step: number) => {
    if (step <= current) return go(step)
    // First the step on view is checked, as if Continue had been pressed.
    const form = document.getElementById(stepFormId)
    jump.current = step
    if (form instanceof HTMLFormElement) form.requestSubmit()
  }
  /** To the step for which the shopper was heading when this one stopped them; the address names the step on view. */
  const resume = () => {
    if (jump.current !== null || wanted > current) go(jump.current ?? current)
  }
  /**
   * A step requested by the bar, for which something was missing, is forgotten when the shopper presses the form's own
   * button.
   */
  const forgetJump = ({ nativeEvent }: FormEvent) => {
    if (nativeEvent instanceof SubmitEvent && nativeEvent.submitter !== null) jump.current = null
  }
  return { current, go, edit, goOn, goTo, back: () => go(current - 1), resume, forgetJump }
}
