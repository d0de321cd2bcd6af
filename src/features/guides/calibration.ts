import { useSyncExternalStore } from 'react'
import { resizeDebounce } from '#contract/constants.ts'
import { kept, useKept } from '#src/lib/kept.ts'

/** Device pixels to a millimetre on this screen, as found with a bank card. */
const keptCalibration = kept('ring_sizer')

/** CSS's 96 pixels to an inch; true of hardly any screen, but a start. */
const nominal = 96 / 25.4
/** What a screen can have, in device pixels to a millimetre: one of a desktop, and the finest of a phone at any zoom. */
const coarsest = 2.5
const finest = 40
/** Up to here, in CSS pixels to a millimetre, or in device pixels where that is more, cards are drawn. */
const largest = 8.5
/** A hundredth of a CSS pixel to a millimetre is less than a size can be told by. */
const step = 0.01

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

/**
 * CSS pixels to a millimetre: found with a card, or a guess. Zooming the page does not spoil it, nor keeps anybody from
 * it: the larger the page, the fewer of its pixels go into a millimetre, and the `range` of cards drawn follows.
 */
export function useCalibration() {
  const text = useKept(keptCalibration)
  const density = useSyncExternalStore(
    followZoom,
    () => window.devicePixelRatio,
    () => 1,
  )
  const found = Number(text)
  const isFound = found >= coarsest && found <= finest
  const zoomed = Math.max(1, density)
  return {
    isFound,
    perMillimetre: isFound ? found / density : nominal,
    range: {
      smallest: coarsest / zoomed,
      largest: largest / Math.min(1, density),
      step: step / zoomed,
    },
    keep: (perMillimetre: number) => keptCalibration.set(String(perMillimetre * density)),
  }
}

/** The cards that may be drawn, and how finely, in CSS pixels to a millimetre. */
export type CardRange = ReturnType<typeof useCalibration>['range']
