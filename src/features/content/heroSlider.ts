import { Swiper } from 'swiper'
import { EffectFade } from 'swiper/modules'

/**
 * Takes over the slides as rendered: they lie on top of each other, can be swiped, and fade for `speed` milliseconds; 0
 * under reduced motion, where no event would report the end of a fade.
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
