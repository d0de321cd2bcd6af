import type { HeroSlide } from '#contract/content.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { ContentLink } from './ContentLink.tsx'
import * as css from './Hero.css.ts'

// Of the masters.
const shape = { width: 2000, height: 1000 }
// A phone shows a little more than half of the picture's width, at 12/13 of its own. On a screen finer than the eye,
// the true width would only fetch a wider picture than its line should carry: 1280 pixels are enough for any.
const sizes =
  '(min-width: 1768px) 1520px, (min-width: 1200px) 86vw, (min-width: 600px) 100vw, (min-resolution: 3dppx) 99vw, (min-resolution: 2.5dppx) 118vw, (min-resolution: 2dppx) 148vw, 165vw'

type Props = { slide: HeroSlide; label: string; isActive: boolean; isFirst: boolean; hasPicture: boolean }

/** One slide: a picture with an empty side, and the words that go there. */
export function HeroSlideView({ slide, label, isActive, isFirst, hasPicture }: Props) {
  const side = slide.empty_side
  return (
    <div
      className={`${css.slide} swiper-slide`}
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      inert={!isActive}
    >
      {hasPicture ? (
        <Picture
          {...shape}
          image={slide.image}
          alt={slide.alt_text}
          sizes={sizes}
          priority={isFirst}
          className={css.pictureSide[side]}
          imageClassName={css.imageSide[side]}
        />
      ) : (
        <span className={css.pictureSide[side]} />
      )}
      <div className={css.contentSide[side]}>
        <div className={css.wordsSide[side]}>
          {slide.eyebrow && <p className={css.eyebrow}>{slide.eyebrow}</p>}
          <h2 className={css.title}>{slide.title}</h2>
          <p className={css.subtitle}>{slide.subtitle}</p>
          <ContentLink address={slide.link} className={`${buttonStyle()} ${css.button}`}>
            {slide.button_text}
          </ContentLink>
        </div>
      </div>
    </div>
  )
}
