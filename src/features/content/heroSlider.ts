import { Swiper } from 'swiper'
import { EffectFade } from 'swiper/modules'

/**
 * Takes over the slides as they lie there: they are laid over each other, can be swiped, and fade, for `speed`
 * milliseconds; 0 where motion is not welcome, since nothing would tell of a fade's end there.
 */
export function startSlider(element: HTMLElement, speed: number, onChange: (index: number) => void): Swiper {
  return new Swiper(element, {
    modules: [EffectFade],
    effect: 'fade',
    fadeEffect: { crossFade: true },
    speed,
    slidesPerView: 1,
    rewind: true,
    on: { slideChange: ({ activeIndex }) => onChange(activeIndex) },
  })
}
