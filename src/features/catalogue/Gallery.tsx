import { type PointerEvent, Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { Product, ProductImage } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { useLate } from '#src/lib/useLate.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import * as css from './Gallery.css.ts'
import type { Lens as MouseLens } from './Lens.tsx'
import { inPage, pictureSize } from './pictureSize.ts'

const loadViewer = async () => (await import('./PictureViewer.tsx')).PictureViewer
// By itself, as in `SocialButtons`: what is done without it must not become part of its loading.
const loadLens = () => import('./Lens.tsx')
// In place of the lens: without it the picture is no worse.
const noLens: typeof MouseLens = () => <></>
const Lens = lazy(async () => ({
  default: await loadLens().then(
    (file) => file.Lens,
    () => noLens,
  ),
}))

/** The pictures of a piece: a row to swipe through, with thumbnails, magnified under the mouse, and full screen. */
export function Gallery({ product: { images, name, slug } }: { product: Product }) {
  const rowRef = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const { Part: PictureViewer, open, close } = useLate(loadViewer)
  const sorted = images.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
  const count = sorted.length
  // The jeweller's change of one gives all of them new ids, and so new elements to follow.
  const ids = sorted.map(({ id }) => id).join()

  useEffect(() => {
    const slides = [...(rowRef.current?.children ?? [])]
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, target } of entries)
          if (intersectionRatio > 0.5) setCurrent(slides.indexOf(target))
      },
      { root: rowRef.current, threshold: 0.51 },
    )
    for (const slide of slides) observer.observe(slide)
    return () => observer.disconnect()
  }, [ids])

  const show = (index: number) => {
    const row = rowRef.current
    const slide = row?.children[index]
    if (row && slide)
      row.scrollTo({
        left: row.scrollLeft + slide.getBoundingClientRect().left - row.getBoundingClientRect().left,
      })
  }

  return (
    <div className={css.root} role="group" aria-label={`Pictures of ${name}`}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a button beside it does the same without a pointer */}
      <ul
        ref={rowRef}
        className={css.row}
        // Of this piece: otherwise the next one would begin at the picture that this was left at.
        data-scroll-restoration-id={`pictures ${slug}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
        tabIndex={count > 1 ? 0 : undefined}
        onClick={count > 0 ? open : undefined}
        aria-label="Pictures"
      >
        {sorted.map((image, index) => (
          <li key={image.id} className={css.slide}>
            <Slide image={image} isFirst={index === 0} piece={index === current ? slug : undefined} />
          </li>
        ))}
        {count === 0 && (
          <li className={css.slide}>
            <Picture {...pictureSize} image={null} alt="" sizes={inPage} failedText={texts.noImage} />
          </li>
        )}
      </ul>
      {count > 0 && (
        <IconButton
          icon="zoom"
          label="View full screen"
          tone="onPhoto"
          className={css.enlarge}
          aria-haspopup="dialog"
          onClick={open}
        />
      )}
      {count > 1 && (
        <ul className={css.thumbnails}>
          {sorted.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                className={css.thumbnail}
                aria-label={`Picture ${index + 1} of ${count}`}
                aria-current={index === current || undefined}
                onClick={() => show(index)}
              >
                <Picture {...pictureSize} image={image.image} alt="" sizes="(min-width: 1000px) 88px, 64px" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {PictureViewer && (
        <PictureViewer
          name={name}
          images={sorted}
          first={current}
          onClose={(last) => {
            close()
            show(last)
          }}
        />
      )}
    </div>
  )
}

type SlideProps = {
  image: ProductImage
  isFirst: boolean
  /** The piece's slug, on the picture in view: that one moves between pages. */
  piece: string | undefined
}

/** One picture. A mouse over it magnifies where it points; a finger uses the browser's own zoom. */
function Slide({ image, isFirst, piece }: SlideProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const point = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setPointedAt(true)
  }
  return (
    <div className={css.lens} data-piece={piece} onPointerEnter={point}>
      <Picture
        {...pictureSize}
        image={image.image}
        alt={image.alt_text}
        sizes={inPage}
        priority={isFirst}
        patient={!isFirst}
        imageClassName={css.picture}
      />
      {isPointedAt && (
        <Suspense>
          <Lens image={image.image} />
        </Suspense>
      )}
    </div>
  )
}
