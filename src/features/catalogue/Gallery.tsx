import { type PointerEvent, type UIEvent, useRef, useState } from 'react'
import type { ProductImage } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { Picture } from '#src/ui/Picture.tsx'
import * as css from './Gallery.css.ts'
import { pictureSize } from './pictureSize.ts'

// What the columns of the page leave for it.
const inPage =
  '(min-width: 1344px) 712px, (min-width: 1000px) calc(100vw - 632px), (min-width: 768px) calc(100vw - 64px), 100vw'
const magnified = '1000px'

/** The pictures of a piece: a row to swipe through, with thumbnails, and under the mouse a closer look. */
export function Gallery({ images, name }: { images: ProductImage[]; name: string }) {
  const rowRef = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const sorted = images.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))

  const show = (index: number) => {
    const row = rowRef.current
    row?.scrollTo({ left: index * row.clientWidth })
  }
  const follow = ({ currentTarget: row }: UIEvent<HTMLElement>) =>
    setCurrent(Math.round(row.scrollLeft / Math.max(1, row.clientWidth)))

  return (
    <div className={css.root} role="group" aria-label={`Pictures of ${name}`}>
      <ul
        ref={rowRef}
        className={css.row}
        // The keyboard scrolls it with the arrow keys, which need it in reach.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={sorted.length > 1 ? 0 : undefined}
        onScroll={follow}
        aria-label="Pictures"
      >
        {sorted.map((image, index) => (
          <li key={image.id} className={css.slide}>
            <Slide image={image} isFirst={index === 0} />
          </li>
        ))}
        {sorted.length === 0 && (
          <li className={css.slide}>
            <Picture {...pictureSize} image={null} alt="" sizes={inPage} failedText={texts.noImage} />
          </li>
        )}
      </ul>
      {sorted.length > 1 && (
        <ul className={css.thumbnails}>
          {sorted.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                className={css.thumbnail}
                aria-label={`Picture ${index + 1} of ${sorted.length}`}
                aria-current={index === current || undefined}
                onClick={() => show(index)}
              >
                <Picture {...pictureSize} image={image.image} alt="" sizes="88px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** One picture. A mouse over it magnifies where it points; that a finger can zoom is the browser's own. */
function Slide({ image, isFirst }: { image: ProductImage; isFirst: boolean }) {
  const [isMagnified, setMagnified] = useState(false)
  const point = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType !== 'mouse') return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const { style } = event.currentTarget
    style.setProperty(css.pointX, `${((event.clientX - left) / width) * 100}%`)
    style.setProperty(css.pointY, `${((event.clientY - top) / height) * 100}%`)
    setMagnified(true)
  }
  return (
    <div
      className={css.lens}
      data-magnified={isMagnified || undefined}
      onPointerMove={point}
      onPointerLeave={() => setMagnified(false)}
    >
      <Picture
        {...pictureSize}
        image={image.image}
        alt={image.alt_text}
        sizes={isMagnified ? magnified : inPage}
        priority={isFirst}
        imageClassName={css.picture}
      />
    </div>
  )
}
