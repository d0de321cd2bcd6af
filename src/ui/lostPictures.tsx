import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import type { Spare } from './Picture.tsx'
import { shownOf } from './shownPictures.ts'

/** In milliseconds: by then a server that was busy, or a line that had failed, may have recovered. */
const retryAfter = 5_000

type Wanted = Pick<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes'>

/**
 * What is shown in place of a picture that did not load: the same one in a size that was shown already, unless that
 * failed, too. Else only text, and while that is on the page the picture is requested again, as below: then it
 * `isThere`.
 */
export function standIn(wanted: Wanted, maySpare: boolean, isThere: () => void): Spare {
  const shown = maySpare && wanted.src ? shownOf(wanted.src) : undefined
  return shown ?? <Again {...wanted} isThere={isThere} />
}

/** Requests a picture once more after a while, and whenever the network is back: off screen, so that nothing flickers. */
function Again({ src = '', srcSet = '', sizes = '', isThere }: Wanted & { isThere: () => void }) {
  const tell = useEffectEvent(isThere)
  useEffect(() => {
    const ask = () => {
      const picture = new Image()
      picture.addEventListener('load', () => tell())
      picture.sizes = sizes
      picture.srcset = srcSet
      picture.src = src
    }
    const timer = setTimeout(ask, retryAfter)
    addEventListener('online', ask)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', ask)
    }
  }, [src, srcSet, sizes])
  return null
}
