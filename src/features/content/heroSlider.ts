import { Swiper } from 'swiper'
import { EffectFade } from 'swiper/modules'

/** Takes over the slides as they lie there: they are laid over each other, can be swiped, and fade. */
export function startSlider(element: HTMLElement, onChange: (index: number) => void): Swiper {
  return new Swiper(element, {
    modules: [EffectFade],
    effect: 'fade',
    fadeEffect: { crossFade: true },
    slidesPerView: 1,
    rewind: true,
    on: { slideChange: ({ activeIndex }) => onChange(activeIndex) },
  })
}
