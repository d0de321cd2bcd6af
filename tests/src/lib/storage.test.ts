// @vitest-environment jsdom
import { expect, expectTypeOf, it } from 'vitest'
import { forgetPersonal, local, perTab, personalInBrowser, personalInTab } from '#src/lib/storage.ts'

it('what is kept of somebody goes with them, and nothing is kept under a name that is on no list', () => {
  for (const key of personalInTab) perTab.set(key, 'hers')
  for (const key of personalInBrowser) local.set(key, 'hers')
  local.set('ring_sizer', '4')
  expectTypeOf<'of nobody'>().not.toExtend<Parameters<typeof local.get>[0]>()
  forgetPersonal()
  expect([sessionStorage.length, Object.entries(localStorage)]).toEqual([0, [['ring_sizer', '4']]])
})
