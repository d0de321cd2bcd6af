import { type FormEvent, useRef } from 'react'
import { stepFormId } from './progress.ts'

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
  const current = Math.min(wanted, open)
  const go = (step: number) => {
    jump.current = null
    onGo(step)
  }
  /** To the step that was requested, or the first on the way there with something missing. */
  const goOn = (nowOpen: number) => go(Math.min(jump.current ?? current + 1, nowOpen))
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
  return { current, go, goOn, goTo, back: () => go(current - 1), resume, forgetJump }
}
