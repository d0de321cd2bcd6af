// @vitest-environment jsdom
import { expect, expectTypeOf, it, vi } from 'vitest'
import { forgetPersonal, local, perTab, personalInBrowser, personalInTab } from '#src/lib/storage.ts'

it('what is kept of somebody goes with them, and nothing is kept under a name that is on no list', () => {
  for (const key of personalInTab) perTab.set(key, 'hers')
  for (const key of personalInBrowser) local.set(key, 'hers')
  local.set('ring_sizer', '4')
  expectTypeOf<'of nobody'>().not.toExtend<Parameters<typeof local.get>[0]>()
  forgetPersonal()
  expect([sessionStorage.length, Object.entries(localStorage)]).toEqual([0, [['ring_sizer', '4']]])
})

it('what does not fit any more is remembered all the same, instead of what was kept before', () => {
  local.set('drafts', 'old')
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  local.set('drafts', 'new')
  expect(local.get('drafts')).toBe('new')
  refused.mockRestore()
  // Another tab, which signs out or has room again.
  localStorage.removeItem('drafts')
  expect(local.get('drafts')).toBeNull()
  localStorage.setItem('drafts', 'of another tab')
  expect(local.get('drafts')).toBe('of another tab')
  local.set('drafts', 'newer')
  expect([local.get('drafts'), localStorage.getItem('drafts')]).toEqual(['newer', 'newer'])
  local.remove('drafts')
  expect(local.get('drafts')).toBeNull()
})
