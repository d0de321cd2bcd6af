import { contentTexts } from '#contract/contentTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Swiper } from 'swiper'
import { carouselAutoplay, carouselSpeed } from '#contract/constants.ts'
import type { HeroSlide } from '#contract/content.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Loading } from '#src/ui/Loading.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { content } from './api.ts'
import * as css from './Hero.css.ts'
import { HeroSlideView } from './HeroSlideView.tsx'
import * as pending from './pending.css.ts'
import { SectionError } from './SectionError.tsx'
import { useIsWatched } from './useIsWatched.ts'
import { usePrefersStillness } from './usePrefersStillness.ts'

/** The first thing seen: one promise and one button at a time. */
export function Hero() {
  const query = useQuery(content.heroSlides())
  const { data } = query
  if (data?.length === 0) return null
  return (
    <SectionError query={query} failure={contentTexts.heroFailed}>
      {/* With other slides it is remounted: the slider knows only those that it took over. */}
      {data ? <Carousel key={data.map(({ title }) => title).join()} slides={data} /> : <HeroSkeleton />}
    </SectionError>
  )
}

/** The space that a slide will take. */
const HeroSkeleton = () => (
  <Loading>
    <div className={`${css.root} ${css.slide}`}>
      <span className={css.pictureSide.left} />
      <div className={css.contentSide.left}>
        <div className={`${css.wordsSide.left} ${css.pending}`}>
          <p className={css.eyebrow}>
            <Skeleton className={pending.word} />
          </p>
          <p className={css.title}>
            <Skeleton className={css.pendingTitle} />
          </p>
          <p className={css.subtitle}>
            <Skeleton className={pending.twoLines} />
          </p>
          <Skeleton shape="button" className={css.pendingButton} />
        </div>
      </div>
    </div>
  </Loading>
)

/** How long before a change its code and picture are fetched, so that the change itself is on time; in milliseconds. */
const headStart = 2000
/** The shortest movement of a finger that counts as a swipe, in CSS pixels. */
const leastSwipe = 40

/**
 * The first slide is plain markup. The slider's code and each other slide's picture are fetched shortly before they are
 * due or when somebody touches the carousel; nothing is due before somebody is there to watch.
 */
function Carousel({ slides }: { slides: HeroSlide[] }) {
  const root = useRef<HTMLElement>(null)
  const viewport = useRef<HTMLDivElement>(null)
  const slider = useRef<Promise<Swiper | null> | null>(null)
  const started = useRef<Swiper | null>(null)
  /** Counts what was last asked for or seen: what was asked for before it is not wanted any more. */
  const turn = useRef(0)
  /** How many of the next slides were passed over, because their pictures could not be loaded. */
  const passed = useRef(0)
  /** How many slides wait for their picture. */
  const coming = useRef(0)
  /** Where a finger came down, while the slider is not there to follow it. */
  const touched = useRef<number | null>(null)
  const [pictured, setPictured] = useState<ReadonlySet<number>>(new Set([0]))
  const [active, setActive] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const prefersStillness = usePrefersStillness()
  const speed = prefersStillness ? 0 : carouselSpeed
  const isWatched = useIsWatched(root)
  const isPlaying = slides.length > 1 && (choice === null ? !prefersStillness : choice === 'play')
  const isMoving = isPlaying && !isHeld && isWatched
  const next = (active + 1) % slides.length
  const previous = (active || slides.length) - 1

  useEffect(() => () => void slider.current?.then((begun) => begun?.destroy()), [])
  useEffect(() => {
    if (started.current) started.current.params.speed = speed
  }, [speed])

  const changed = (index: number) => {
    turn.current += 1
    passed.current = 0
    setActive(index)
  }
  const picture = (...indices: number[]) => setPictured((known) => new Set([...known, ...indices]))

  /**
   * If its code cannot be loaded, as after a lost connection, the slide on view stays; the next attempt may succeed.
   */
  function takeOver(): Promise<Swiper | null> {
    slider.current ??= import('./heroSlider.ts')
      .then(
        ({ startSlider }) =>
          (started.current = viewport.current && startSlider(viewport.current, speed, changed)),
      )
      .catch(() => (slider.current = null))
    return slider.current
  }

  /** A slide that nobody chose is only shown with its picture. */
  async function show(index: number, isChosen = true) {
    const own = (turn.current += 1)
    coming.current += 1
    flushSync(() => picture(index))
    const shown = viewport.current?.querySelectorAll('.swiper-slide')[index]?.querySelector('img')
    const [begun, state] = await Promise.all([takeOver(), shown ? stateOf(shown) : 'missing'])
    coming.current -= 1
    if (own !== turn.current) return
    if (isChosen || state === 'there') begun?.slideTo(index, speed)
    else if (state === 'missing') passed.current += 1
  }

  const prepareNext = useEffectEvent(() => {
    picture(next)
    void takeOver()
  })
  const showNext = useEffectEvent(() => {
    // What somebody asked for comes first.
    if (coming.current > 0) return
    const after = (next + passed.current) % slides.length
    if (after === active) passed.current = 0
    else void show(after, false)
  })
  useEffect(() => {
    if (!isMoving) return
    const preparation = setTimeout(prepareNext, carouselAutoplay - headStart)
    const timer = setInterval(showNext, carouselAutoplay)
    return () => {
      clearTimeout(preparation)
      clearInterval(timer)
    }
  }, [isMoving, active])

  const touch = ({ clientX, pointerType }: PointerEvent) => {
    touched.current = started.current === null && pointerType === 'touch' ? clientX : null
    picture(next, previous)
    void takeOver()
  }
  /** The slider misses a finger that came down before it started: that first swipe is handled here. */
  const lift = ({ clientX }: PointerEvent) => {
    const by = clientX - (touched.current ?? clientX)
    touched.current = null
    if (Math.abs(by) >= leastSwipe) void show(by < 0 ? next : previous)
  }
  const hold = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setHeld(true)
  }
  const release = (event: PointerEvent) => {
    // What a mouse has pressed keeps the focus, and must not keep the slides.
    if (event.pointerType === 'mouse' && !event.currentTarget.querySelector(':focus-visible')) setHeld(false)
  }
  const holdFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) setHeld(true)
  }
  const releaseFocus = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
  }
  const playOrPause = () => {
    setChoice(isPlaying ? 'pause' : 'play')
    // Also under the pointer or focus that has asked for it.
    if (!isPlaying) setHeld(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- standing still is no action of its own
    <section
      ref={root}
      className={css.root}
      aria-roledescription="carousel"
      aria-label="Highlights"
      onPointerMove={hold}
      onPointerLeave={release}
      onFocus={holdFocus}
      onBlur={releaseFocus}
    >
      {slides.length > 1 && (
        <div className={css.controls}>
          <IconButton
            className={css.pause}
            tone="onPhoto"
            icon={isPlaying ? 'pause' : 'play'}
            label={isPlaying ? 'Pause the slides' : 'Play the slides'}
            onClick={playOrPause}
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
      <div ref={viewport} className={css.viewport} onPointerDown={touch} onPointerUp={lift}>
        <div className={`${css.track} swiper-wrapper`} aria-live={isPlaying && !isHeld ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            <HeroSlideView
              key={slide.title}
              slide={slide}
              label={`${index + 1} of ${slides.length}`}
              isActive={index === active}
              isFirst={index === 0}
              hasPicture={pictured.has(index)}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

/** Does not wait for long: a picture on its way must not hold up the rest. */
function stateOf(picture: HTMLImageElement): Promise<'there' | 'coming' | 'missing'> {
  const decoded = picture.decode().then(
    () => 'there' as const,
    () => 'missing' as const,
  )
  const patience = new Promise<'coming'>((resolve) => setTimeout(() => resolve('coming'), 2000))
  return Promise.race([decoded, patience])
}
