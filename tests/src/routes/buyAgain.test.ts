import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CartItem } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import type { OrderItem } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { findAgain, lineOf } from '#src/routes/-buyAgain.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
let plain: Product
let sized: Product
beforeAll(async () => {
  shop = await openShop()
  const read = async (slug: string) =>
    ((await shop.call('GET', paths.product(slug))).body as { data: Product }).data
  plain = { ...(await read('pearl-stud-earrings')), stock_quantity: 5 }
  sized = await read('oval-signet-ring')
})
afterAll(() => shop.close())

/** A line of an order of these pieces; `kind` is the variant's index. */
function bought(product: Product, quantity: number, kind?: number): OrderItem {
  const variant = kind === undefined ? undefined : product.variants[kind]
  return {
    id: 'line',
    product_id: product.id,
    variant_id: variant?.id ?? null,
    variant_name: variant?.name ?? null,
    quantity,
    price: product.price,
    total: product.price,
    product: { ...product, images: [], categories: [] },
  }
}

it('a piece is found again whatever its address was when it was bought, and whoever has that now', async () => {
  setTransport(async (url) => {
    const { body, statusCode: status } = await shop.app.inject({ url })
    return new Response(body, { status })
  })
  const items = ['an-address-of-old', sized.slug].map((slug) => {
    const item = bought(plain, 1)
    return { ...item, product: { ...item.product, slug } }
  })
  const { lines, missing } = await findAgain(createQueryClient({ say: () => undefined }), items, undefined)
  expect(missing).toEqual([])
  expect(lines.map(({ product_id }) => product_id)).toEqual([plain.id, plain.id])
})

it.each<[string, boolean, number]>([
  ['what the catalogue says now counts, not what this phone has kept of it', true, 1],
  ['where nobody can be asked, what this phone has kept of it counts', false, 0],
])('%s', async (_which, isReachable, count) => {
  setTransport(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch')
    return Response.json({ data: plain })
  })
  const client = createQueryClient({
    say: () => undefined,
    // The device is always quicker, and its copy is from yesterday.
    persister: async () => ({ ...plain, stock_quantity: 0 }) as never,
  })
  const { lines } = await findAgain(client, [bought(plain, 1)], undefined)
  expect(lines).toHaveLength(count)
})

it('what is there is put into the cart as it was bought', () => {
  expect(lineOf(bought(plain, 2), plain, undefined)).toMatchObject({
    line: { product_id: plain.id, variant_id: null, quantity: 2 },
    reason: null,
  })
  const item = bought(sized, 1, 2)
  expect(lineOf(item, sized, undefined)).toMatchObject({
    line: { variant_id: item.variant_id, variant: { name: item.variant_name } },
    reason: null,
  })
})

it('of what there is not enough of, as much as there is, counting what is in the cart already', () => {
  const item = bought(plain, 4)
  const held = { product_id: plain.id, variant_id: null, quantity: 3 } as CartItem
  const cart = { id: '', items: [held], total: '0.00' }
  expect(lineOf(item, plain, cart)).toMatchObject({ line: { quantity: 2 }, reason: 'only 2 of 4 left' })
  const full = { ...cart, items: [{ ...held, quantity: 5 }] }
  expect(lineOf(item, plain, full)).toEqual({ line: null, reason: 'all there is is in your cart' })
  // Nor is one in a cart there to be had once the last was sold.
  for (const its of [undefined, cart])
    expect(lineOf(item, { ...plain, stock_quantity: 0 }, its)).toEqual({
      line: null,
      reason: 'out of stock',
    })
})

it('what cannot be had like that any more is named with its variant, and the reason', async () => {
  setTransport(async () => Response.json({ data: { ...sized, stock_quantity: 0, variants: [] } }))
  const item = bought(sized, 1, 2)
  const { missing } = await findAgain(createQueryClient({ say: () => undefined }), [item], undefined)
  expect(missing).toEqual([`${sized.name} (Ring size: ${item.variant_name}): no longer made like this`])
  expect(lineOf(bought(plain, 1), null, undefined)).toEqual({ line: null, reason: 'no longer sold' })
  const kindGone = { ...bought(sized, 1, 2), variant_id: null }
  expect(lineOf(kindGone, sized, undefined)).toEqual({ line: null, reason: 'no longer made like this' })
  expect(lineOf(bought(sized, 1), sized, undefined)).toEqual({
    line: null,
    reason: 'comes in several kinds now',
  })
})
