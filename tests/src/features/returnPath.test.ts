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

  it.each([
    undefined,
    '',
    'cart',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%2f%2fevil.example',
    '/%2F/evil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    'https://evil.example',
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
    '/order/DMS-7K3M9QXT',
    '/nowhere?price=0-300',
  ])('%j leads home', (from) => {
    expect(returnPath(from, isPlace)).toBe('/')
  })
})
