import { cartTexts } from '#contract/cartTexts.ts'
import * as v from 'valibot'
import { CartAnswer, CartItemAnswer, ClearedLines, NewCartItem, QuantityChange } from '#contract/cart.ts'
import type { Cart, CartItem } from '#contract/cart.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { toPounds } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { available } from '#contract/stock.ts'
import { customerOf, signedInScope } from '../auth/signedIn.ts'
import type { App } from '../http/fastify.ts'
import { onceByKey } from '../calls/onceByKey.ts'
import type { Services } from '../services.ts'
import { addItem, clearCart, priceOf, readCart, removeItem, setQuantity } from './store.ts'
import type { CartLine, CartRows } from './store.ts'

const ItemPath = v.object({ itemId: v.string() })

/** The cart of the signed-in customer. Every write is done at most once for each `Idempotency-Key`. */
export async function registerCart(app: App, services: Services): Promise<void> {
  const { db } = services
  const once = onceByKey(services, 'cart')
  const done = { schema: MessageAnswer, status_code: 200 }

  await signedInScope(app, services, (scope) => {
    scope.get(`/${paths.cart}`, { schema: { response: { 200: CartAnswer } } }, async (request) => ({
      data: toCart(await readCart(db, customerOf(request).customer_id)),
    }))

    scope.post(
      `/${paths.cartItems}`,
      { schema: { body: NewCartItem, response: { 201: CartItemAnswer } } },
      async (request, reply) => {
        const answer = { schema: CartItemAnswer, status_code: 201 }
        const added = await once(request, reply, answer, async (tx, customer_id) => ({
          data: toCartItem(await addItem(tx, customer_id, request.body)),
        }))
        reply.code(201)
        return added
      },
    )

    scope.put(
      `/${paths.cartItems}:itemId/`,
      { schema: { params: ItemPath, body: QuantityChange, response: { 200: CartItemAnswer } } },
      async (request, reply) =>
        once(request, reply, { schema: CartItemAnswer, status_code: 200 }, async (tx, customer_id) => ({
          data: toCartItem(await setQuantity(tx, customer_id, request.params.itemId, request.body.quantity)),
        })),
    )

    scope.delete(
      `/${paths.cartItems}:itemId/`,
      { schema: { params: ItemPath, response: { 200: MessageAnswer } } },
      async (request, reply) =>
        once(request, reply, done, async (tx, customer_id) => {
          await removeItem(tx, customer_id, request.params.itemId)
          return { message: cartTexts.removed }
        }),
    )

    scope.delete(
      `/${paths.clearCart}`,
      { schema: { querystring: ClearedLines, response: { 200: MessageAnswer } } },
      async (request, reply) =>
        once(request, reply, done, async (tx, customer_id) => {
          await clearCart(tx, customer_id, request.query.lines)
          return { message: cartTexts.cleared }
        }),
    )
  })
}

function toCart({ id, lines }: CartRows): Cart {
  const total = lines.reduce((sum, line) => sum + priceOf(line) * line.quantity, 0)
  return { id, items: lines.map(toCartItem), total: toPounds(total) }
}

function toCartItem(line: CartLine): CartItem {
  const { id, product, variant, quantity } = line
  return {
    id,
    product: {
      id: product.id,
      slug: product.slug,
      name: product.name,
      price: toPounds(product.price),
      compare_at_price: product.compare_at_price === null ? null : toPounds(product.compare_at_price),
      // Of a line without a variant this is what can be had of it.
      stock_quantity: variant === null ? available(line) : product.stock_quantity,
      low_stock_threshold: product.low_stock_threshold,
      short_description: product.short_description,
      image: product.image,
      category: product.category,
      sku: product.sku,
      variant_label: product.variant_label,
    },
    product_id: product.id,
    variant:
      variant === null
        ? null
        : {
            id: variant.id,
            name: variant.name,
            price: toPounds(variant.price),
            stock_quantity: variant.stock_quantity,
          },
    variant_id: variant?.id ?? null,
    quantity,
    total: toPounds(priceOf(line) * quantity),
  }
}
