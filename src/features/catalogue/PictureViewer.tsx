import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProductImage } from '#contract/catalogue.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { savesData } from '#src/lib/savesData.ts'
import { Sheet } from '#src/ui/Dialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Picture, pictureAt } from '#src/ui/Picture.tsx'
import * as css from './PictureViewer.css.ts'
import { inPage, pictureSize } from './pictureSize.ts'
import { useZoom } from './useZoom.ts'

const step = 1.5
const stride = 80

type Props = {
  name: string
  images: ProductImage[]
  /** Which picture it opens with. */
  first: number
  /** Called with the picture that was looked at last. */
  onClose: (last: number) => void
}

/** The pictures of a piece full screen, to be looked at closely. */
export function PictureViewer({ name, images, first, onClose }: Props) {
  const [current, setCurrent] = useState(first)
  const stage = useRef<HTMLDivElement>(null)
  const hasMore = (by: 1 | -1) => images[current + by] !== undefined
  const { view, pull, isHeld, canZoomIn, zoom, pan, showWhole, handlers } = useZoom({
    stage,
    hasMore,
    onTurn: (by) => show(current + by),
  })
  const show = (index: number) => {
    if (!images[index] || index === current) return
    setCurrent(index)
    showWhole()
  }

  const isClose = view.scale > 1
  const goOr = (by: 1 | -1) => (isClose ? pan({ x: -by * stride, y: 0 }) : show(current + by))
  const actions: Record<string, () => void> = {
    ArrowLeft: () => goOr(-1),
    ArrowRight: () => goOr(1),
    ArrowUp: () => pan({ x: 0, y: stride }),
    ArrowDown: () => pan({ x: 0, y: -stride }),
    Home: () => show(0),
    End: () => show(images.length - 1),
    '+': () => zoom(step),
    '=': () => zoom(step),
    '-': () => zoom(1 / step),
    '0': showWhole,
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    // The keys work wherever the focus is in the dialog.
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  const turnTo = (by: 1 | -1) => (
    <IconButton
      icon={by === 1 ? 'chevronRight' : 'chevronLeft'}
      label={by === 1 ? 'Next picture' : 'Previous picture'}
      className={by === 1 ? css.next : css.previous}
      aria-keyshortcuts={by === 1 ? 'ArrowRight' : 'ArrowLeft'}
      aria-disabled={!hasMore(by)}
      onClick={() => show(current + by)}
    />
  )

  return (
    <Sheet placement="screen" title={name} bodyClassName={css.root} onClose={() => onClose(current)}>
      <div ref={stage} className={css.stage} data-close={isClose || undefined} {...handlers}>
        <ul
          className={css.strip}
          data-held={isHeld || undefined}
          style={{ transform: `translateX(calc(${-100 * current}% + ${pull}px))` }}
        >
          {images.map((image, index) => (
            <li key={image.id} className={css.slide} aria-hidden={index !== current || undefined}>
              <div
                className={css.picture}
                data-held={isHeld || undefined}
                style={
                  index === current
                    ? { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }
                    : undefined
                }
              >
                <Picture {...pictureSize} image={image.image} alt={image.alt_text} sizes={inPage} />
                {index === current && (isClose || !savesData()) && <Large image={image.image} />}
              </div>
            </li>
          ))}
        </ul>
      </div>
      {images.length > 1 && (
        <>
          {turnTo(-1)}
          {turnTo(1)}
        </>
      )}
      <div className={css.foot}>
        <p role="status" className={css.count}>
          <span className={visuallyHidden}>Picture </span>
          {current + 1} of {images.length}
          {isClose && !isHeld && (
            <span className={visuallyHidden}>, magnified {view.scale.toFixed(1)} times</span>
          )}
        </p>
        <ul className={css.thumbnails}>
          {images.length > 1 &&
            images.map((image, index) => (
              <li key={image.id}>
                <button
                  type="button"
                  className={css.thumbnail}
                  aria-label={`Picture ${index + 1} of ${images.length}`}
                  aria-current={index === current || undefined}
                  onClick={() => show(index)}
                >
                  <Picture {...pictureSize} image={image.image} alt="" sizes="88px" />
                </button>
              </li>
            ))}
        </ul>
        <div className={css.zoom}>
          <IconButton
            icon="minus"
            label="Zoom out"
            aria-keyshortcuts="-"
            aria-disabled={!isClose}
            onClick={() => zoom(1 / step)}
          />
          <IconButton
            icon="plus"
            label="Zoom in"
            aria-keyshortcuts="+"
            aria-disabled={!canZoomIn}
            onClick={() => zoom(step)}
          />
        </div>
      </div>
    </Sheet>
  )
}

/**
 * The largest version of the picture, laid over the smaller one once it has loaded; if it does not, the smaller one
 * stays.
 */
function Large({ image }: { image: string }) {
  const [isThere, setThere] = useState(false)
  return (
    <img
      className={css.large}
      data-there={isThere || undefined}
      src={pictureAt(image, pictureSize.width)}
      alt=""
      onLoad={() => setThere(true)}
    />
  )
}
