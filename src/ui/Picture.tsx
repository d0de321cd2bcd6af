import { type ReactElement, type ReactNode, useState } from 'react'
import { pictureWidths } from '#contract/constants.ts'
import { useUsed } from '#src/lib/island.ts'
import { savesData } from '#src/lib/savesData.ts'
import * as css from './Picture.css.ts'

type Props = {
  /** The server's path ('/pictures/rings/oval-1?v=ab12cd34'), or an absolute address, which is used as it is. */
  image: string | null | undefined
  alt: string
  /** The master's size: it sets the shape, and no variant is wider. */
  width: number
  height: number
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** For the first picture on the page only: loads at once and ahead of the others. */
  priority?: boolean | undefined
  /**
   * For pictures that a phone shows only further down or to the side: until the visitor's first interaction the
   * smallest size will do, so that a first view does not pay for what nobody may come to see.
   */
  patient?: boolean | undefined
  failedText?: string | undefined
  className?: string | undefined
  imageClassName?: string | undefined
  /** Laid over the picture: badges, a heart. */
  children?: ReactNode
}

/** The address of a picture at one width; a foreign one has only one. */
export function pictureAt(image: string, width: number) {
  return isForeign(image) ? image : `${image}${image.includes('?') ? '&' : '?'}w=${width}`
}

/** All widths of a picture, as `<img srcset>` and a preload's `imagesrcset` expect them; none for foreign pictures. */
function pictureSet(image: string, masterWidth: number): string | undefined {
  if (isForeign(image)) return undefined
  const offered = pictureWidths.filter((width) => width <= masterWidth)
  return (offered.length ? offered : [masterWidth])
    .map((width) => `${pictureAt(image, width)} ${width}w`)
    .join(', ')
}

const isForeign = (image: string) => /^(https?:|data:|blob:)/.test(image)

/** A picture on the shop's light background, at its final size from the start, even if it cannot be loaded. */
export function Picture({ image, className, patient = false, children, ...rest }: Props) {
  const Shown = patient ? Patient : Img
  return (
    <span className={className ? `${css.root} ${className}` : css.root}>
      {/* A new address is a new attempt. */}
      <Shown key={image} image={image} {...rest} />
      {children}
    </span>
  )
}

/**
 * In place of a picture that cannot be loaded: the same one in a size that was shown before, else text and what tries
 * again.
 */
export type Spare = string | ReactElement | null

type ImgProps = Omit<Props, 'className' | 'patient' | 'children'>

/** The last entry of `sizes` is the width on a phone. */
function Patient({ sizes, ...rest }: ImgProps) {
  const isUsed = useUsed()
  // `Img` halves the width only of what has not loaded; here the small one has, so it is halved at once.
  const wanted = isUsed && savesData() ? halved(sizes) : sizes
  return <Img {...rest} sizes={isUsed ? wanted : sizes.replace(/[^,]*$/, ' 1px')} />
}

function Img({
  image,
  alt,
  width,
  height,
  sizes,
  priority = false,
  failedText = 'Image not available',
  imageClassName,
}: ImgProps) {
  const [spare, setSpare] = useState<Spare>()
  // For browsers without `srcset`; if the master is smaller, the server sends it at full size.
  const src = image ? pictureAt(image, 640) : undefined
  const srcSet = image ? pictureSet(image, width) : undefined
  const fail = () => {
    void import('./lostPictures.tsx').then(
      ({ standIn }) => setSpare(standIn({ src, srcSet, sizes }, !spare, () => setSpare(undefined))),
      () => setSpare(null),
    )
  }
  const look = imageClassName ? `${css.image} ${imageClassName}` : css.image
  const instead = src ? spare : null
  if (typeof instead === 'object') {
    return (
      <>
        {/* Takes the picture's space: an svg keeps its proportions like an image. */}
        <svg
          className={look}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={alt}
          aria-hidden={!alt}
        />
        <span className={css.failed} aria-hidden={!alt}>
          {failedText}
        </span>
        {instead}
      </>
    )
  }
  return (
    <img
      ref={(element) => {
        // Before it is fetched: the browser then chooses one with a quarter of the pixels.
        if (element && !element.complete && element.sizes === sizes && !priority && savesData())
          element.sizes = halved(sizes)
        // It may have failed before React attached its listeners.
        if (!instead && element?.complete && element.naturalWidth === 0 && element.currentSrc !== '') fail()
      }}
      className={look}
      alt={alt}
      width={width}
      height={height}
      sizes={sizes}
      srcSet={instead ? undefined : srcSet}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? undefined : 'async'}
      fetchPriority={priority ? 'high' : undefined}
      src={instead ?? src}
      onError={fail}
    />
  )
}

/**
 * `<img sizes>` for half the width: `(min-width: 768px) 48vw, 92vw` becomes `(min-width: 768px) calc((48vw) / 2), …`.
 * What is halved already stays as it is.
 */
const halved = (sizes: string): string =>
  sizes.includes(' / 2)')
    ? sizes
    : sizes
        .split(', ')
        .map((one) => one.replace(/^((?:\([^)]*\) )?)(.*)$/, '$1calc(($2) / 2)'))
        .join(', ')
