import { type ComponentType, useRef, useState } from 'react'
import { texts } from '#contract/texts.ts'
import { notify } from '#src/ui/notify.ts'
import { followPart } from './client.ts'

/**
 * A part of the page whose code is loaded when somebody asks for it: `Part` is null until it is loaded, and again once
 * it is closed. If it cannot be loaded a message says so, and the page stays as it is, but for what `lost` undoes. Who
 * has closed it meanwhile, or gone elsewhere, has given it up.
 */
export function useLate<P extends object>(load: () => Promise<ComponentType<P>>, lost?: () => void) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  const isWanted = useRef(false)
  return {
    Part,
    open: () => {
      isWanted.current = true
      void followPart(load()).then(
        (part) => isWanted.current && setPart(() => part),
        () => {
          if (!isWanted.current) return
          notify.error(texts.networkError)
          lost?.()
        },
      )
    },
    close: () => {
      isWanted.current = false
      setPart(null)
    },
  }
}
