import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { paths } from '#contract/paths.ts'
import { picture_masters } from '#server/db/schema/catalogue.ts'
import { derivedTables } from '#server/db/schema/derived.ts'
import { address, card, data, newPiece } from '#tests/server/orders/pieces.ts'
import type { Shop } from '#tests/support/shop.ts'

/** Every row of every table, without what the database derives from others, in which two versions of it differ. */
export async function rowsOf({ db }: Pick<Shop, 'db'>): Promise<Map<string, string>> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables.rows) {
    if (derivedTables.includes(name)) continue
    const { rows } = await db.execute<{ row: string }>(
      sql`select (to_jsonb(t) - 'search_vector')::text as row from ${sql.identifier(name)} t`,
    )
    found.set(
      name,
      rows
        .map(({ row }) => row)
        .sort()
        .join('\n'),
    )
  }
  return found
}

/** Fills nearly every table, with text as people write it. */
export async function fill(shop: Shop): Promise<void> {
  const ada = await shop.signUp({ first_name: 'Zoë “Ada”', last_name: 'O’Néill\\ \t{},"' })
  const { id: product_id } = await newPiece(shop)
  await order(ada, product_id)
  await ada.call('POST', 'orders/cart/items/', { body: { product_id, variant_id: null, quantity: 2 } })
  await ada.call('POST', 'products/wishlist/', { body: { product_id } })
  await ada.call('POST', 'auth/payment-methods/', { body: card() })
  await ada.call('POST', `products/product/${product_id}/reviews/`, {
    body: {
      rating: 4,
      title: 'Lovely',
      text: 'Line one\nline two \u{1F48D} – and\r\nline three,\u2028four,\u2029five\u0085.',
    },
  })
  await shop.call('POST', paths.contactUs, {
    body: {
      name: 'Zoë',
      email: 'zoe@example.com',
      subject: 'A ring',
      message: 'One\u2028two\u2029three\u0085four',
    },
  })
  await shop.call('POST', paths.newsletter, { body: { email: 'zoe@example.com' } })
  await shop.db
    .insert(picture_masters)
    .values({ name: 'imported/one', hash: 'h', content: randomBytes(200_000) })
}

export async function order(who: Awaited<ReturnType<Shop['signUp']>>, product_id: number) {
  const home = data<{ id: string }>(await who.call('POST', 'orders/addresses/', { body: address })).id
  await who.call('POST', 'orders/cart/items/', { body: { product_id, variant_id: null, quantity: 1 } })
  return who.call('POST', 'orders/checkout/', {
    body: {
      shipping_address_id: home,
      payment_method: 'card',
      payment_data: card(),
      note: 'To Zoë \u{1F48D}\nfrom “Ada”\\',
    },
    key: randomUUID(),
  })
}
