import { useSyncExternalStore } from 'react'
import { resizeDebounce } from '#contract/constants.ts'
import { kept, useKept } from '#src/lib/kept.ts'

/** Device pixels to a millimetre on this screen, as found with a bank card. */
const keptCalibration = kept('ring_sizer')

/** CSS's 96 pixels to an inch; true of hardly any screen, but a start. */
const nominal = 96 / 25.4
export const smallest = 2.5
export const largest = 8.5

function followZoom(listener: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(timer)
    timer = setTimeout(listener, resizeDebounce)
  }
  window.addEventListener('resize', follow)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', follow)
  }
}

/** CSS pixels to a millimetre: found with a card, or null. Zooming the page does not spoil it. */
export function useCalibration() {
  const text = useKept(keptCalibration)
  const density = useSyncExternalStore(
    followZoom,
    () => window.devicePixelRatio,
    () => 1,
  )
  const found = Number(text) / density
  const isFound = found >= smallest && found <= largest
  return {
    isFound,
    perMillimetre: isFound ? found : nominal,
    keep: (perMillimetre: number) => keptCalibration.set(String(perMillimetre * density)),
  }
}
