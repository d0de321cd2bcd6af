import { type ComponentType, useRef, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { notify } from '#src/ui/notify.ts'
import { followPart } from './client.ts'

/**
 * A part of the page whose code is loaded when somebody asks for it: `Part` is null until it is loaded, and again once
 * it is closed. If it cannot be loaded a message says so, and the page stays as it is, but for what `lost` undoes. Who
 * has closed it meanwhile, or gone elsewhere, has given it up: then nothing is said, and `lost` undoes the same.
 */
export function useLate<P extends object>(load: () => Promise<ComponentType<P>>, lost?: () => void) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  /** The page on which it was asked for. */
  const wantedOn = useRef('')
  const isWanted = () => wantedOn.current === location.pathname
  return {
    Part,
    open: () => {
      wantedOn.current = location.pathname
      void followPart(load()).then(
        (part) => (isWanted() ? setPart(() => part) : lost?.()),
        () => {
          if (isWanted()) notify.error(texts.networkError)
          lost?.()
        },
      )
    },
    close: () => {
      wantedOn.current = ''
      setPart(null)
    },
  }
}
