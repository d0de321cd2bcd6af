import { contentTexts } from '#contract/contentTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Swiper } from 'swiper'
import { carousel } from '#contract/constants.ts'
import type { HeroSlide } from '#contract/content.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { container } from '#src/ui/layout.css.ts'
import { content } from './api.ts'
import * as css from './Hero.css.ts'
import { HeroSlideView } from './HeroSlideView.tsx'
import * as failure from './SectionError.css.ts'
import { usePrefersStillness } from './usePrefersStillness.ts'

/** The first thing that is seen: one promise and one button at a time. */
export function Hero() {
  const { data, isError } = useQuery(content.heroSlides())
  if (isError && !data) {
    return (
      <div className={container}>
        <p className={failure.text}>{contentTexts.heroFailed}</p>
      </div>
    )
  }
  return data?.length ? <Carousel slides={data} /> : null
}

/**
 * The first slide is plain markup. What moves, and the other slides' pictures, are fetched when the first change is
 * due or somebody touches the carousel.
 */
function Carousel({ slides }: { slides: HeroSlide[] }) {
  const viewport = useRef<HTMLDivElement>(null)
  const [slider, setSlider] = useState<Swiper | null>(null)
  const [isWarm, setWarm] = useState(false)
  const [active, setActive] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const prefersStillness = usePrefersStillness()
  const isPlaying = slides.length > 1 && (choice === null ? !prefersStillness : choice === 'play')

  useEffect(() => () => void slider?.destroy(), [slider])

  async function takeOver(): Promise<Swiper | null> {
    if (slider) return slider
    setWarm(true)
    const { startSlider } = await import('./heroSlider.ts')
    if (!viewport.current) return null
    const started = startSlider(viewport.current, setActive)
    setSlider(started)
    return started
  }

  async function show(index: number) {
    flushSync(() => setWarm(true))
    const picture = viewport.current?.querySelectorAll('.swiper-slide')[index]?.querySelector('img')
    const [shown] = await Promise.all([takeOver(), picture && whenDecoded(picture)])
    shown?.slideTo(index, prefersStillness ? 0 : carousel.speed)
  }

  const showNext = useEffectEvent(() => void show((active + 1) % slides.length))
  useEffect(() => {
    if (!isPlaying || isHeld) return
    const timer = setInterval(showNext, carousel.autoplay)
    return () => clearInterval(timer)
  }, [isPlaying, isHeld, active])

  const hold = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setHeld(true)
  }
  const release = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !event.currentTarget.contains(document.activeElement)) setHeld(false)
  }
  const releaseFocus = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- standing still is no action of its own
    <section
      className={css.root}
      aria-roledescription="carousel"
      aria-label="Highlights"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={() => setHeld(true)}
      onBlur={releaseFocus}
    >
      {slides.length > 1 && (
        <div className={css.controls}>
          <IconButton
            className={css.pause}
            tone="onPhoto"
            icon={isPlaying ? 'pause' : 'play'}
            label={isPlaying ? 'Pause the slides' : 'Play the slides'}
            onClick={() => setChoice(isPlaying ? 'pause' : 'play')}
          />
          <div className={css.dots} role="group" aria-label="Choose a slide">
            {slides.map(({ title }, index) => (
              <button
                key={title}
                type="button"
                className={css.dot}
                aria-label={`Slide ${index + 1}: ${title}`}
                aria-current={index === active ? 'true' : undefined}
                onClick={() => void show(index)}
              />
            ))}
          </div>
        </div>
      )}
      <div ref={viewport} className={css.viewport} onPointerDown={() => void takeOver()}>
        <div className={`${css.track} swiper-wrapper`} aria-live={isPlaying && !isHeld ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            <HeroSlideView
              key={slide.title}
              slide={slide}
              label={`${index + 1} of ${slides.length}`}
              isActive={index === active}
              isFirst={index === 0}
              hasPicture={index === 0 || isWarm}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

/** A picture that does not come soon must not hold up the rest. */
function whenDecoded(picture: HTMLImageElement): Promise<unknown> {
  const patience = new Promise((resolve) => setTimeout(resolve, 2000))
  return Promise.race([picture.decode().catch(() => undefined), patience])
}
