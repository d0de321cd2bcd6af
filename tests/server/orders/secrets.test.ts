import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { PaymentGateway } from '#server/payments/port.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { withLog } from '#tests/support/log.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { contentOf, placesOf } from '#tests/support/tables.ts'
import { card, newPiece, readyShopper } from './pieces.ts'

const broken = '5105105105105100'
/** The security code of every card. */
const code = '739'
/** One that fails with the card number in its message, as careless ones do. */
const gateway: PaymentGateway = {
  ...testGateway(),
  authorise: (attempt, amount, payment) => {
    if ('card_number' in payment.payment_data && payment.payment_data.card_number === broken) {
      return Promise.reject(new Error(`No answer for card ${broken}`))
    }
    return testGateway().authorise(attempt, amount, payment)
  },
  keepCard: (typed) =>
    typed.card_number === broken
      ? Promise.reject(new Error(`No answer for card ${broken}`))
      : testGateway().keepCard(typed),
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const found = statSync(path)
    if (found.isDirectory()) return filesBelow(path)
    return found.isFile() ? [path] : []
  })
}

/**
 * All that the shop has written. The embedded database and its write-ahead log are in its data folder; of the tests'
 * own PostgreSQL, which others use at the same time, these are the files of this database.
 */
async function filesOf({ db, dataDir, config }: Shop): Promise<string[]> {
  const own = filesBelow(dataDir)
  if (config.databaseUrl === null) return own
  const { rows } = await db.execute<{ folder: string }>(
    sql`select current_setting('data_directory') || '/base/' || oid as folder
      from pg_database where datname = current_database()`,
  )
  return [...own, ...rows.flatMap(({ folder }) => filesBelow(folder))]
}

describe.each(engines())('payment secrets on %s', (engine) => {
  test('would be found in a table, a code of three digits too, in whatever form it is kept', async () => {
    const shop = await openShop({ engine })
    const before = await placesOf(shop, code)
    await shop.db.execute(
      sql`create table careless (typed text, counted integer, told jsonb, said text, at timestamptz)`,
    )
    await shop.db.execute(sql`insert into careless values (${code}, ${Number(code)},
      ${JSON.stringify({ card: [{ code }, { code: Number(code) }], body: JSON.stringify({ cvv: code }) })},
      ${`Visa, code ${code}.`}, '2026-11-26 10:00:00.739Z')`)
    const places = ['counted', 'said', 'told.body', 'told.card.0.code', 'told.card.1.code', 'typed']
    expect(await placesOf(shop, code)).toEqual(
      [...before, ...places.map((place) => `careless.${place}`)].toSorted(),
    )
    await shop.close()
  })

  test('leave no trace in any table, file or log, whatever becomes of the order', async () => {
    await withLog(async (read) => {
      const shop = await openShop({ engine, environment: { LOG_LEVEL: 'trace' }, gateway })
      const piece = await newPiece(shop, { stock: 100 })
      // The catalogue has the same three digits for other things.
      const unrelated = await placesOf(shop, code)
      const canary = {
        password: 'canary-pp-7c1e',
        account_number: '73917391739173',
        routing_number: '618273059417',
      }
      const numbers = ['4000056655665556', '4000000000000002', '4539578763621486', '4539578763621487', broken]
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const statuses: number[] = []
      const saved: number[] = []
      for (const [index, number] of numbers.entries()) {
        const payment = { payment_data: card(number, code), save_card: true }
        const reply = await shopper.checkout(payment, { key: `card ${index}` })
        statuses.push(reply.status)
        await shopper.add(piece.id)
        saved.push((await shopper.call('POST', paths.paymentMethods, { body: card(number, code) })).status)
      }
      for (const [payment_method, payment_data] of [
        ['paypal', { email: 'ada@example.com', password: canary.password }],
        ['paypal', { email: 'declined@example.com', password: canary.password }],
        ['paypal', { email: 'wrong', password: canary.password }],
        ['bank_transfer', { account_number: canary.account_number, routing_number: canary.routing_number }],
      ] as const) {
        const reply = await shopper.checkout(
          { payment_method, payment_data },
          { key: JSON.stringify(statuses) },
        )
        statuses.push(reply.status)
        await shopper.add(piece.id)
      }
      expect(saved).toEqual([200, 402, 400, 400, 503])
      expect(statuses).toEqual([201, 402, 400, 400, 402, 201, 402, 400, 201])

      const secrets = [...numbers, ...Object.values(canary)]
      const content = await contentOf(shop)
      expect(content).toContain('Visa ending 5556')
      for (const secret of secrets) expect(content).not.toContain(secret)
      expect(await placesOf(shop, code)).toEqual(unrelated)
      const written = read()
      expect(written).toContain('The payment gateway failed')
      // Why the bank refused, for whoever is asked by a customer.
      expect(written).toMatch(/"attempt":"[\w-]{36}","reason":"declined","msg":"A payment was declined"/)
      expect(written).toContain('"reason":"declined","msg":"A card was not accepted"')
      for (const secret of [...secrets, 'cvv']) expect(written).not.toContain(secret)
      expect(written).not.toMatch(new RegExp(String.raw`["'\`]${code}\\*["'\`]`))
      // Not a byte of the database's own files may contain a secret.
      await shop.db.execute(sql`checkpoint`)
      let ordersFiles = 0
      for (const path of await filesOf(shop)) {
        const bytes = readFileSync(path)
        if (bytes.includes('Visa ending 5556')) ordersFiles += 1
        for (const secret of secrets) expect(bytes.includes(secret), path).toBe(false)
      }
      expect(ordersFiles).toBeGreaterThan(0)
      await shop.close()
    })
  })
})
