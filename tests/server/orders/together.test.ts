import { setImmediate as immediately } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Order } from '#contract/order.ts'
import { openDatabase } from '#server/db/connect.ts'
import { together } from '#server/db/together.ts'
import { engines, ofEngine, type Shop, openShop } from '#tests/support/shop.ts'
import { statementsOf } from '#tests/support/statementsOf.ts'
import { data, newPiece, readyShopper, several, stockOf } from './pieces.ts'

describe.each(engines())('orders that are written by one statement, on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())
  afterEach(() => vi.useRealTimers())

  test('are each their own: pieces, address, total, key and mail', async () => {
    const pieces = await several(10, (index) => newPiece(shop, { stock: 5, price: 1_000 * (index + 1) }))
    const shoppers = await several(10, (index) =>
      readyShopper(shop, [{ product_id: pieces[index]?.id ?? 0, quantity: (index % 3) + 1 }]),
    )
    const orderAll = () => Promise.all(shoppers.map((shopper) => shopper.checkout({}, { key: 'mine' })))
    let placed: Order[] = []
    const statements = await statementsOf(shop, async () => {
      placed = (await orderAll()).map((reply) => data<Order>(reply))
    })
    expect(statements).toBeLessThan(2 * shoppers.length)

    expect(placed.map(({ items }) => items.map((item) => [item.product_id, item.quantity]))).toEqual(
      pieces.map(({ id }, index) => [[id, (index % 3) + 1]]),
    )
    expect(placed.map(({ subtotal }) => subtotal)).toEqual(
      pieces.map((_piece, index) => `${10 * (index + 1) * ((index % 3) + 1)}.00`),
    )
    expect(new Set(placed.map(({ order_number }) => order_number)).size).toBe(10)
    expect(await Promise.all(pieces.map(({ id }) => stockOf(shop, id)))).toEqual(
      pieces.map((_piece, index) => 4 - (index % 3)),
    )
    expect((await orderAll()).map((reply) => data<Order>(reply))).toEqual(placed)
  })

  test('are placed as long as there is enough, also behind one that was too large', async () => {
    const piece = await newPiece(shop, { stock: 10 })
    const quantities = [8, 4, 2, 3, 5, 1]
    const shoppers = await Promise.all(
      quantities.map((quantity) => readyShopper(shop, [{ product_id: piece.id, quantity }])),
    )
    const replies = await Promise.all(shoppers.map((shopper) => shopper.checkout()))
    const left = await stockOf(shop, piece.id)
    const placed = quantities.filter((_quantity, index) => replies[index]?.status === 201)
    expect(placed.reduce((sum, quantity) => sum + quantity, left)).toBe(10)
    for (const [index, { status }] of replies.entries()) {
      if (status === 201) continue
      expect(status).toBe(409)
      expect(quantities[index]).toBeGreaterThan(left)
    }
  })

  test('come to nothing one by one: what one of them is refused for is nothing to the others', async () => {
    const piece = await newPiece(shop, { stock: 10 })
    const shoppers = await several(5, () => readyShopper(shop, [{ product_id: piece.id }]))
    // The schemas let nothing through for which this statement is refused, so the database is told to refuse.
    await shop.db.execute(sql`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = 'numeric_value_out_of_range'; end $$`)
    await shop.db.execute(
      sql.raw(`create trigger refuse before insert on orders for each row
        when (new.customer_id = '${shoppers[2]?.id}') execute function refuse()`),
    )
    const replies = await Promise.all(shoppers.map((shopper) => shopper.checkout()))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 400, 201, 201])
    expect(await stockOf(shop, piece.id)).toBe(6)
  })

  test('are asked for again where the database says that it could not, and after three times the shopper is told to', async () => {
    const piece = await newPiece(shop, { stock: 10 })
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    // A sequence keeps its value even if the transaction that used it is rolled back.
    await shop.db.execute(sql`create sequence refusals`)
    await shop.db.execute(sql`
      create function clash() returns trigger language plpgsql as $$
        declare count int := nextval('refusals'); begin
          if count <= 3 + 4 then
            raise exception 'refused' using errcode = case count % 2 when 0 then '40P01' else '40001' end;
          end if;
          return new;
        end $$`)
    await shop.db.execute(
      sql.raw(`create trigger clash before insert on orders for each row
        when (new.customer_id = '${shopper.id}') execute function clash()`),
    )
    const refused = await shopper.checkout({}, { key: 'mine' })
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
    expect([await stockOf(shop, piece.id), await refusals()]).toEqual([10, 4])
    expect((await shopper.checkout({}, { key: 'mine' })).status).toBe(201)
    expect([await stockOf(shop, piece.id), await refusals()]).toEqual([9, 8])
  })

  async function refusals(): Promise<number> {
    const { rows } = await shop.db.execute<{ last_value: string }>(sql`select last_value from refusals`)
    return Number(rows[0]?.last_value)
  }

  test('a statement for many gives each what is theirs, and none to whom it has nothing for', async () => {
    const halve = together<{ number: number }, { nth: number; half: number }>(
      'halve',
      `select nth, 10 / number as half from json_to_recordset($1::json) as a(nth int, number int)
      where number <> 5`,
    )
    const halfOf = (number: number) => halve(shop.db, { number }).then((row) => row?.half ?? null)
    expect(await Promise.all([1, 2, 5, 2].map(halfOf))).toEqual([10, 5, null, 5])
    const outcomes = await Promise.allSettled([1, 0, 2].map(halfOf))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  /** Counts who is in the same statement. */
  const share = together<object, { nth: number; sharers: number }>(
    'share',
    'select nth, count(*) over ()::int as sharers from json_to_recordset($1::json) as a(nth int)',
  )
  const ask = () => share(shop.db, {}).then((row) => row?.sharers)
  const holdAll = () => Promise.all(Array.from({ length: shop.pool.options.max }, () => shop.pool.connect()))

  test('who comes while a statement waits for a connection shares it, and who comes once it is sent does not', async () => {
    const held = await holdAll()
    const early = [ask()]
    while (shop.pool.waitingCount === 0) await immediately()
    early.push(ask(), ask())
    held[0]?.release()
    // It is sent as soon as there is a connection, and its answer takes at least a turn of the event loop.
    while (shop.pool.waitingCount > 0) await immediately()
    const late = ask()
    for (const client of held.slice(1)) client.release()
    expect(await Promise.all(early)).toEqual([3, 3, 3])
    expect(await late).toBe(1)
  })

  test('all who share a statement that gets no connection fail, and nobody who comes later', async () => {
    const held = await holdAll()
    const { options } = shop.pool
    const usual = options.connectionTimeoutMillis
    options.connectionTimeoutMillis = 20
    const outcomes = await Promise.allSettled([ask(), ask()])
    options.connectionTimeoutMillis = usual
    for (const client of held) client.release()
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await ask()).toBe(1)
  })

  test('who comes while a statement waits in vain for a connection has as long as anybody to wait for one', async () => {
    const held = await holdAll()
    const { options } = shop.pool
    const usual = options.connectionTimeoutMillis
    options.connectionTimeoutMillis = 20
    const early = Promise.allSettled([ask()])
    while (shop.pool.waitingCount === 0) await immediately()
    options.connectionTimeoutMillis = usual
    const late = Promise.allSettled([ask(), ask()])
    expect((await early).map(({ status }) => status)).toEqual(['rejected'])
    for (const client of held) client.release()
    expect(await late).toEqual([2, 2].map((value) => ({ status: 'fulfilled', value })))
  })

  test.each(ofEngine('postgres', engine))(
    'what waits in vain for somebody is asked for one by one: only who waits for them is told so',
    async () => {
      // The seconds in which they are asked for one by one do not pass, however long each takes.
      vi.useFakeTimers({ toFake: ['performance'] })
      await shop.db.execute(sql`create table seats (id int primary key)`)
      await shop.db.execute(sql`insert into seats select generate_series(1, 4)`)
      const take = together<{ id: number }, { nth: number; id: number }>(
        'take_seats',
        `select nth, seats.id from seats join json_to_recordset($1::json) as a(nth int, id int) using (id)
        order by id for update of seats`,
      )
      const { connectionString } = shop.pool.options
      // Less than the time after which any other lock is given up.
      const database = await openDatabase({
        dataDir: '',
        databaseUrl: `${connectionString}&lock_timeout=200`,
      })
      const outcomes = await shop.db.transaction(async (tx) => {
        await tx.execute(sql`select 1 from seats where id = 2 for update`)
        return Promise.allSettled([1, 2, 3, 4].map((id) => take(database.db, { id })))
      })
      await database.close()
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ])
    },
  )

  test('a statement that ends with the database may have been done: it is not asked for again', async () => {
    await shop.db.execute(
      `create function shut_down(nth int) returns int language plpgsql as
      $$ begin raise exception 'shutting down' using errcode = '57P01'; end $$`,
    )
    const end = together<object, { nth: number }>(
      'shut_down',
      'select shut_down(nth) as nth from json_to_recordset($1::json) as a(nth int)',
    )
    let outcomes: PromiseSettledResult<unknown>[] = []
    const statements = await statementsOf(shop, async () => {
      outcomes = await Promise.allSettled([1, 2, 3].map(() => end(shop.db, {})))
    })
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(statements).toBe(1)
  })
})
