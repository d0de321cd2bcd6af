import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { returnPath } from '#src/features/auth/returnPath.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { makeRouter } from '#src/router.tsx'

const router = makeRouter(createQueryClient({ say: () => undefined }), createMemoryHistory())
const { isPlace } = router.options.context

describe('after login a guest returns to where they came from, never to another site', () => {
  it.each([
    '/cart',
    '/products/rings?price=0-300&page=2',
    '/products/oval-sapphire-halo-ring?variant=12#reviews',
    '/orders/DMS-7K3M9QXT',
  ])('%s', (from) => {
    expect(returnPath(from, isPlace)).toBe(from)
  })

  // What could lead away is refused for its form, and not only because the shop has no such page so far.
  describe.each([
    ['a place of this shop', isPlace],
    ['any path', () => true],
  ])('where %s counts', (_which, counts) => {
    it.each([
      undefined,
      '',
      'cart',
      '//evil.example',
      '//evil.example/cart',
      '///evil.example',
      '/\\evil.example',
      '/\\evil.example/cart',
      '\\/evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '/%2f%2fevil.example',
      '/%2F/evil.example',
      '/%5cevil.example',
      '/%09/evil.example',
      '/products/%0d%0aevil',
      'https://evil.example',
      'https://evil.example/cart',
      'https:evil.example',
      'http:/evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      '/..//evil.example',
      '/.//evil.example',
      '/%E0%A4%A',
      '∕∕evil.example',
      '/login',
      '/login?from=/cart',
      '/sign-up/',
    ])('%j leads home', (from) => {
      expect(returnPath(from, counts)).toBe('/')
    })
  })

  it.each(['/order/DMS-7K3M9QXT', '/nowhere?price=0-300'])('%j is no place, and leads home', (from) => {
    expect(returnPath(from, isPlace)).toBe('/')
  })
})
