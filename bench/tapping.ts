import type { Page } from 'playwright'

/**
 * Milliseconds from the next tap until the frame with this heading is painted, and until all pictures visible then are
 * loaded.
 */
export function untilPainted(page: Page, heading: string): Promise<{ heading: number; pictures: number }> {
  return page.evaluate(
    (wanted) =>
      new Promise<{ heading: number; pictures: number }>((resolve) => {
        const isThere = () =>
          [...document.querySelectorAll('h1')].some(
            (title) => title.textContent === wanted && title.checkVisibility(),
          )
        const isSeen = ({ top, bottom, left, right }: DOMRect) =>
          bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
        const isComplete = () =>
          [...document.images].every(
            (image) => !isSeen(image.getBoundingClientRect()) || (image.complete && image.naturalWidth > 0),
          )
        /** Tells when the frame in which this holds has been painted: the next task comes after it. */
        const painted = (holds: () => boolean, tell: (at: number) => void) => {
          if (!holds()) return void requestAnimationFrame(() => painted(holds, tell))
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => tell(performance.now()))
          port1.start()
          port2.postMessage(null)
        }
        const touched = ({ timeStamp }: PointerEvent) =>
          painted(isThere, (headingAt) =>
            painted(isComplete, (picturesAt) =>
              resolve({ heading: headingAt - timeStamp, pictures: picturesAt - timeStamp }),
            ),
          )
        addEventListener('pointerdown', touched, { once: true, capture: true })
      }),
    heading,
  )
}
