import { describe, expect, it } from 'vitest'
import { isCustomers } from '#contract/customerPages.ts'
import {
  bareAddress,
  cameAsItself,
  isOfPicture,
  isPage,
  isUnreachable,
  isWhole,
  mayKeep,
  otherSize,
} from '../../sw/rules.ts'

const answer = (headers: Record<string, string>, status = 200) =>
  new Response(status === 304 ? null : 'x', { status, headers })

describe('the address under which a page is kept', () => {
  it.each([
    ['/', '/'],
    ['/products/rings', '/products/rings'],
    ['/products/rings/', '/products/rings'],
    ['/products/rings//', '/products/rings'],
    ['https://shop.example//', '/'],
    ['/products?page=2&price=0-300&price=300-600', '/products?page=2&price=0-300&price=300-600'],
    ['/products?utm_source=mail&page=2&gclid=Cj0&fbclid', '/products?page=2'],
    ['/search-results?query=a%20ring+%26c&utm_medium=x', '/search-results?query=a%20ring+%26c'],
    ['/?gclid=1#promise', '/'],
    ['/products?glide=1', '/products?glide=1'],
    ['/products?_glow=1', '/products?_glow=1'],
  ])('%s is %s', (address, bare) => {
    expect(bareAddress(new URL(address, 'https://shop.example'))).toBe(bare)
  })
})

describe('what may be kept', () => {
  const html = 'text/html; charset=utf-8'
  it.each([
    ['a page for everybody', answer({ 'cache-control': 'public, max-age=0', 'content-type': html }), true],
    ['an unmarked page', answer({ 'content-type': html }), false],
    ['a page for one reader', answer({ 'cache-control': 'no-store', 'content-type': html }), false],
    [
      'a page that contradicts itself',
      answer({ 'cache-control': 'public, no-store', 'content-type': html }),
      false,
    ],
    [
      'a page of which something is private',
      answer({ 'cache-control': 'public, private="set-cookie"', 'content-type': html }),
      false,
    ],
    ['data', answer({ 'cache-control': 'public', 'content-type': 'application/json' }), false],
    ['a failure', answer({ 'cache-control': 'public', 'content-type': html }, 500), false],
    ['a missing page', answer({ 'cache-control': 'public', 'content-type': html }, 404), false],
    [
      'a page that another address led to',
      Object.defineProperty(answer({ 'cache-control': 'public', 'content-type': html }), 'redirected', {
        value: true,
      }),
      false,
    ],
  ])('%s', (_what, response, isKept) => {
    expect(mayKeep('page', response)).toBe(isKept)
  })

  it('is no page where a picture was asked for', () => {
    const portal = { 'cache-control': 'public', 'content-type': html }
    expect(mayKeep('picture', answer(portal))).toBe(false)
    expect(mayKeep('picture', answer({ ...portal, 'content-type': 'image/avif' }))).toBe(true)
  })
})

describe('a document', () => {
  const has = (path: string) => ['/assets/index-aB_c-12.js', '/assets/shared-x.css'].includes(path)
  it('is whole when all its scripts and styles are there', () => {
    expect(isWhole('<link href="/assets/shared-x.css">["/assets/index-aB_c-12.js"]', has)).toBe(true)
  })
  it('is not when one belongs to another build', () => {
    expect(isWhole('<link href="/assets/shared-x.css">["/assets/index-other000.js"]', has)).toBe(false)
  })
  it('is not when it is none of ours', () => {
    expect(isWhole('<h1>Welcome to the airport. Please log in.</h1>', has)).toBe(false)
  })
})

describe('addresses', () => {
  it.each([
    ['/', true],
    ['/products/oval-sapphire-ring', true],
    ['/orders/DMS-7K3M9QXT', true],
    ['/api/v1/products/product/', false],
    ['/pictures/rings/oval-1', false],
    ['/assets/index-abc.js', false],
    ['/sitemap.xml', false],
    ['/favicon.ico', false],
  ])('%s asks for a page: %s', (path, expected) => expect(isPage(path)).toBe(expected))

  it.each([
    ['/cart', true],
    ['/cart/checkout', true],
    ['/orders/DMS-7K3M9QXT', true],
    ['/cartoon', false],
    ['/products/wishlist', false],
  ])('%s is a customer’s own: %s', (path, expected) => expect(isCustomers(path)).toBe(expected))
})

it.each([
  [500, false],
  [501, false],
  [502, true],
  [504, true],
  [505, false],
  [404, false],
  [520, true],
  [526, true],
  [530, true],
])('%i says that nobody is there: %s', (status, expected) => expect(isUnreachable(status)).toBe(expected))

it.each([
  ['the picture', answer({ 'content-type': 'image/avif' }), true],
  ['that there is none', answer({ 'content-type': 'application/json' }, 404), true],
  ['that the shop is busy', answer({ 'content-type': 'application/json' }, 503), false],
  ['a portal’s page', answer({ 'content-type': 'text/html' }), false],
  ['a picture of a shop that is away', answer({ 'content-type': 'image/png' }, 502), false],
])('asked for a picture, the shop itself says %s: %s', (_what, response, isOurs) => {
  expect(isOfPicture(response)).toBe(isOurs)
})

describe('another size of a picture', () => {
  const at = (query: string) => `https://shop.example/pictures/rings/oval-1?${query}`
  const kept = [at('v=1&w=320'), at('v=1&w=1280'), at('v=1&w=640'), at('v=2&w=480')]
  it.each([
    ['the next larger one', 'v=1&w=480', at('v=1&w=640')],
    ['the largest one where none is larger', 'v=1&w=1600', at('v=1&w=1280')],
    ['the same one', 'v=2&w=480', at('v=2&w=480')],
    ['none of another picture', 'v=3&w=320', undefined],
  ])('is %s', (_which, wanted, found) => expect(otherSize(at(wanted), kept)).toBe(found))
})

describe('a file of the build that a stranger answers for', () => {
  it.each([
    ['/assets/boot-1.js', 'text/javascript; charset=utf-8', true],
    ['/assets/sans-1.woff2', 'font/woff2', true],
    ['/favicon.svg', 'image/svg+xml', true],
    ['/pages/frame.html', 'text/html; charset=utf-8', true],
    ['/assets/boot-1.js', 'text/html', false],
    ['/assets/sans-1.woff2', 'Text/HTML; charset=utf-8', false],
    ['/pages/frame.html', 'application/json', false],
  ])('%s as %s', (path, type, itself) => {
    expect(cameAsItself(path, answer({ 'content-type': type }))).toBe(itself)
  })
})
