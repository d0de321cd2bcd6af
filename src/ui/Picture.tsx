import { type ReactNode, useState } from 'react'
import * as css from './Picture.css.ts'

type Props = {
  /** The server's path ('/pictures/rings/oval-1?v=ab12cd34'), or an absolute address, which is used as it is. */
  image: string | null | undefined
  alt: string
  /** Of the master: they give the shape, and no variant is wider. */
  width: number
  height: number
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** For the first picture on the page only: loads at once and ahead of the others. */
  priority?: boolean | undefined
  failedText?: 'Image not available' | 'No Image' | undefined
  className?: string | undefined
  imageClassName?: string | undefined
  /** Laid over the picture: badges, a heart. */
  children?: ReactNode
}

const widths = [160, 240, 320, 480, 640, 800, 1000, 1280]

/** The address of a picture at one width. */
function pictureAt(image: string, width: number) {
  return `${image}${image.includes('?') ? '&' : '?'}w=${width}`
}

/** All widths of a picture, as `<img srcset>` and a preload's `imagesrcset` want them; none for foreign pictures. */
function pictureSet(image: string, masterWidth: number): string | undefined {
  if (isForeign(image)) return undefined
  const offered = widths.filter((width) => width <= masterWidth)
  return (offered.length ? offered : [masterWidth])
    .map((width) => `${pictureAt(image, width)} ${width}w`)
    .join(', ')
}

const isForeign = (image: string) => /^(https?:|data:|blob:)/.test(image)

/** A picture on the shop's light ground, in its final size from the start, even when it cannot be had. */
export function Picture({ image, className, children, ...rest }: Props) {
  return (
    <span className={className ? `${css.root} ${className}` : css.root}>
      {/* A new address is a new attempt. */}
      <Img key={image} image={image} {...rest} />
      {children}
    </span>
  )
}

type ImgProps = Omit<Props, 'className' | 'children'>

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
  const [hasFailed, setFailed] = useState(false)
  const look = imageClassName ? `${css.image} ${imageClassName}` : css.image
  if (!image || hasFailed) {
    return (
      <>
        {/* Takes the picture's room: an svg keeps its proportions as an image does. */}
        <svg
          className={look}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          aria-hidden="true"
        />
        <span className={css.failed}>{failedText}</span>
      </>
    )
  }
  const middle = widths.findLast((candidate) => candidate <= Math.min(width, 640)) ?? width
  return (
    <img
      ref={(element) => {
        // It may have failed before React came to listen.
        if (element?.complete && element.naturalWidth === 0 && element.currentSrc !== '') setFailed(true)
      }}
      className={look}
      alt={alt}
      width={width}
      height={height}
      sizes={sizes}
      srcSet={pictureSet(image, width)}
      loading={priority ? 'eager' : 'lazy'}
      decoding={priority ? undefined : 'async'}
      fetchPriority={priority ? 'high' : undefined}
      src={isForeign(image) ? image : pictureAt(image, middle)}
      onError={() => setFailed(true)}
    />
  )
}
