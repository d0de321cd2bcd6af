import { afterEach, expect, test, vi } from 'vitest'
import { isConfidential } from '#server/pages/confidential.ts'

afterEach(() => void vi.restoreAllMocks())

const within = (address: string, logins: number): string =>
  logins === 0 ? address : `/login?from=${encodeURIComponent(within(address, logins - 1))}`

test('an address is for one reader only if it leads to such a one, through however many logins', () => {
  const secret = ['/reset-password?token=x', '/track-order?order_number=DMS-1']
  for (const address of secret) expect(isConfidential(address)).toBe(true)
  for (const logins of [1, 2, 3, 9])
    for (const address of [...secret, '/orders/DMS-1'])
      expect(isConfidential(within(address, logins))).toBe(true)
  for (const logins of [0, 1, 2, 3])
    expect(isConfidential(within('/products/rings?page=2', logins))).toBe(false)
})

test('however many logins an address is made up of, a few of them are looked into', () => {
  const parsed = vi.spyOn(globalThis, 'URLSearchParams')
  expect(isConfidential(`/x${'?from='.repeat(600)}${'%'.repeat(3900)}`)).toBe(true)
  expect(parsed.mock.calls.length).toBeLessThan(6)
})
