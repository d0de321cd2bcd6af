// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { far, laidOut } from '#src/ui/far.css.ts'
import { layOutMore } from '#src/ui/layOutMore.ts'

it('what is far down is laid out one part at a time, and on the pages that follow all of it', () => {
  document.body.innerHTML = `<p class="${far}"></p><p></p><p class="other ${far}"></p>`
  const state = () =>
    [...document.querySelectorAll('html, p')].map((element) => element.hasAttribute(laidOut))
  const nothing = [false, false, false, false]
  expect(state()).toEqual(nothing)
  expect([layOutMore(), state()]).toEqual([true, nothing.with(1, true)])
  expect([layOutMore(), state()]).toEqual([true, nothing.with(1, true).with(3, true)])
  expect([layOutMore(), state()]).toEqual([false, [true, true, false, true]])
})
