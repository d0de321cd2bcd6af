import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginSession, exchangeRefresh } from '#server/auth/rotation.ts'
import { sessions } from '#server/db/schema/customers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lockWaits } from '#tests/support/lockWaits.ts'
import { lots } from '#tests/support/rounds.ts'
import { type Shop, engines, ofEngine, openShop } from '#tests/support/shop.ts'

let shop: Shop
let customer_id: string
const anyNumber = async () => {}

const minute = 60_000
const hour = 60 * minute
const begin = new Date('2026-01-05T09:00:00Z').getTime()

/**
 * What an honest browser does: time passes, then it refreshes; its answers may be lost, its tabs may refresh at once.
 */
const step = fc.record({
  wait: fc.oneof(fc.integer({ min: 0, max: 2 * minute }), fc.integer({ min: 0, max: 100 * hour })),
  does: fc.constantFrom('refreshes', 'loses the answer', 'refreshes in two tabs at once', 'sends twice'),
  tabThatGoesOn: fc.constantFrom(0, 1),
})

describe.each(engines())('on %s', (engine) => {
  beforeAll(async () => {
    shop = await openShop({ engine })
    customer_id = (await shop.signUp()).user_id
  })
  afterAll(() => shop.close())

  test('an honest browser is never put out, whatever the network does to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        let now = begin
        let { refresh: token } = await beginSession(shop.db, customer_id, new Date(now))
        const exchange = async () => {
          const result = await exchangeRefresh(shop.db, token, new Date(now), anyNumber)
          expect(result.outcome).toBe('exchanged')
          return result.outcome === 'exchanged' ? result.refresh : token
        }
        for (const { wait, does, tabThatGoesOn } of steps) {
          now += wait
          if (does === 'refreshes') token = await exchange()
          else if (does === 'loses the answer') await exchange()
          else {
            const both = await Promise.all([exchange(), exchange()])
            token = both[tabThatGoesOn] ?? token
          }
        }
        await exchange()
      }),
      // The total of the longest waits stays under the 60 days that a session may last.
      { numRuns: 60, ...lots },
    )
  })

  test.each(ofEngine('postgres', engine))(
    'nor is one of whose tabs two send a token at once, and a third between them the one before it',
    async () => {
      const exchange = async (token: string, after: number) => {
        const result = await exchangeRefresh(shop.db, token, new Date(begin + after), anyNumber)
        if (result.outcome !== 'exchanged') throw new Error(result.outcome)
        return result.refresh
      }
      const { refresh: first, who } = await beginSession(shop.db, customer_id, new Date(begin))
      const second = await exchange(first, minute)
      const inTurn: Promise<string>[] = []
      await shop.db.transaction(async (tx) => {
        await tx.select().from(sessions).where(eq(sessions.id, who.session_id)).for('update')
        for (const token of [second, first, second]) {
          inTurn.push(exchange(token, 3 * minute))
          await eventually(async () => expect(await lockWaits(shop.db)).toBe(inTurn.length))
        }
      })
      const [, ofThird = ''] = await Promise.all(inTurn)
      await exchange(ofThird, 20 * minute)
    },
  )

  test('whoever holds a token its owner was done with over a minute ago ends the session by using it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: minute + 1, max: 10 * hour }),
        async (before, after, late) => {
          let now = begin
          let { refresh: token } = await beginSession(shop.db, customer_id, new Date(now))
          const next = async (given: string) => {
            const result = await exchangeRefresh(shop.db, given, new Date((now += 15 * minute)), anyNumber)
            return result.outcome === 'exchanged' ? result.refresh : null
          }
          for (let turn = 0; turn < before; turn++) token = (await next(token)) ?? token
          const stolen = token
          // Its successor has to have been used, which is the second exchange after it.
          for (let turn = 0; turn <= after; turn++) token = (await next(token)) ?? token
          now += late
          expect((await exchangeRefresh(shop.db, stolen, new Date(now), anyNumber)).outcome).toBe('reused')
          expect((await exchangeRefresh(shop.db, token, new Date(now), anyNumber)).outcome).toBe('refused')
        },
      ),
      { numRuns: 25, ...lots },
    )
  })
})
