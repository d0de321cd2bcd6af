import { useEffect, useRef, useState } from 'react'
import { pictureAt } from '#src/ui/Picture.tsx'
import * as css from './Gallery.css.ts'
import { pictureSize } from './pictureSize.ts'

/** Magnifies the picture beneath it where the mouse points; sharper once the larger picture has loaded. */
export function Lens({ image }: { image: string }) {
  const ref = useRef<HTMLImageElement>(null)
  const [isThere, setThere] = useState(false)

  useEffect(() => {
    const slide = ref.current?.parentElement
    if (!slide) return
    const point = ({ pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'mouse') return
      const { left, top, width, height } = slide.getBoundingClientRect()
      slide.style.setProperty(css.pointX, `${((clientX - left) / width) * 100}%`)
      slide.style.setProperty(css.pointY, `${((clientY - top) / height) * 100}%`)
      slide.dataset['magnified'] = ''
    }
    const leave = () => delete slide.dataset['magnified']
    slide.addEventListener('pointermove', point)
    slide.addEventListener('pointerleave', leave)
    return () => {
      slide.removeEventListener('pointermove', point)
      slide.removeEventListener('pointerleave', leave)
    }
  }, [])

  return (
    <img
      ref={ref}
      className={`${css.picture} ${css.sharper}`}
      data-there={isThere || undefined}
      src={pictureAt(image, pictureSize.width)}
      alt=""
      onLoad={() => setThere(true)}
    />
  )
}
