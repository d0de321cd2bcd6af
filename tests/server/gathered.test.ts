import { setImmediate as immediately } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { ProductAnswer, ProductPage } from '#contract/catalogue.ts'
import { sortOptions } from '#contract/listing.ts'
import { paths } from '#contract/paths.ts'
import { announceChange } from '#server/changes.ts'
import { gathered, gatheredUntilSent } from '#server/db/gathered.ts'
import type { Taken } from '#server/db/gathered.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { newPiece } from './orders/pieces.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { statementsAtOnce } from '#tests/support/statementsOf.ts'

let shop: Shop
let address = ''
beforeAll(async () => {
  shop = await openShop()
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const get = (path: string) => fetch(`${address}${apiRoot}${path}`)
/** So that no cache has it. */
const anew = (path: string, call: number) => get(`${path}${path.includes('?') ? '&' : '?'}anew=${call}`)

test('sixty shoppers who ask for different pieces at once each get their own, and 404 where there is none', async () => {
  const all = await shop.db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .orderBy(products.id)
  const pieces = all.slice(0, 54)
  const names = [
    ...pieces.map(({ id, slug }, index) => (index % 3 === 0 ? String(id) : slug)),
    'no-such-piece',
    '999999999',
    'NO-PIECE',
    '9999999999',
    // Two callers that name the same piece differently.
    ...[pieces[1], pieces[2]].map((piece) => String(piece?.id)),
  ]
  const answers = await Promise.all(names.map((name, index) => anew(paths.product(name), index)))
  const shown = await Promise.all(
    answers.map(async (answer) =>
      answer.status === 200 ? v.parse(ProductAnswer, await answer.json()).data.id : answer.status,
    ),
  )
  const ids = pieces.map(({ id }) => id)
  expect(shown).toEqual([...ids, 404, 404, 404, 404, ids[1], ids[2]])
})

test('sixty shoppers who ask for different lists at once each get the page they would have got alone', async () => {
  const lists = sortOptions.flatMap(({ value }) =>
    [...Array(14).keys()]
      .map((n) => `sort_by=${value}&page=${(n % 7) + 1}&page_size=${6 + n}`)
      .concat(
        // Past the end, and far past it.
        `sort_by=${value}&page=900&page_size=48`,
      ),
  )
  const idsOf = async (answer: Response) => {
    expect(answer.status).toBe(200)
    const { count, results } = v.parse(ProductPage, await answer.json())
    return { count, ids: results.data.map(({ id }) => id) }
  }
  const together = await Promise.all(
    lists.map(async (list, n) => idsOf(await anew(`${paths.products}?${list}`, n))),
  )
  for (const [index, list] of lists.entries()) {
    expect(together[index], list).toEqual(await idsOf(await anew(`${paths.products}?${list}`, 1_000 + index)))
  }
  expect(new Set(together.map(({ ids }) => ids.join())).size).toBeGreaterThan(40)
})

test('lists that are asked for at once read their pieces together, so that a crowd does not wait for a statement each', async () => {
  const lists = Array.from(
    { length: 60 },
    (_, n) => `sort_by=newest&page=${(n % 7) + 1}&page_size=${6 + (n % 5)}`,
  )
  await announceChange(shop.db)
  const { statements, answers } = await statementsAtOnce(shop, lists, (list, n) =>
    anew(`${paths.products}?${list}`, 2_000 + n),
  )
  expect(answers.map(({ status }) => status)).toEqual(lists.map(() => 200))
  expect(statements).toBeLessThan(lists.length / 2)
})

test('a list is put together as its schema writes it', async () => {
  for (const path of [
    `${paths.products}?page_size=3`,
    `${paths.products}?page=900`,
    `${paths.search}?query=saphire`,
    `${paths.search}?query=rimg+goldd`,
  ]) {
    const text = await (await get(path)).text()
    expect(JSON.stringify(v.parse(ProductPage, JSON.parse(text)))).toBe(text)
  }
})

test('who asks while a reading is under way is not shown what it has read', async () => {
  const { id } = await newPiece(shop, { stock: 5 })
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const nameOf = gathered(async (db, ids: readonly number[]) => {
    const rows = await db
      .select({ id: products.id, name: products.name })
      .from(products)
      .where(inArray(products.id, [...ids]))
    begun.resolve()
    await held.promise
    return ids.map((own) => rows.find((row) => row.id === own)?.name)
  })
  const rename = (name: string) => shop.db.update(products).set({ name }).where(eq(products.id, id))

  await rename('Before')
  const first = nameOf(shop.db, id)
  await begun.promise
  await rename('After')
  const others = [nameOf(shop.db, id), nameOf(shop.db, id)]
  held.resolve()
  expect(await first).toBe('Before')
  expect(await Promise.all(others)).toEqual(['After', 'After'])
})

test('whoever comes while a reading is under way is read for at once, and a reading that fails harms no other', async () => {
  const readings: (readonly string[])[] = []
  const begun = Promise.withResolvers<void>()
  const lengthOf = gathered(async (_db, words: readonly string[]) => {
    readings.push(words)
    begun.resolve()
    // By then the calls that came meanwhile have arrived.
    await shop.db.select({ id: products.id }).from(products).limit(1)
    if (words.includes('broken')) throw new Error('It broke')
    return words.map((word) => word.length)
  })
  const first = lengthOf(shop.db, 'broken')
  first.catch(() => undefined)
  await begun.promise
  const others = ['a', 'bc', 'def'].map((word) => lengthOf(shop.db, word))
  await expect(first).rejects.toThrow('It broke')
  expect(await Promise.all(others)).toEqual([1, 2, 3])
  expect(readings).toEqual([['broken'], ['a', 'bc', 'def']])
})

test('a reading that fails before it has taken its keys fails for who waits for it, and for nobody later', async () => {
  let isOpen = false
  const lengthOf = gatheredUntilSent(async (_db, taken: Taken<string>) => {
    if (!isOpen) throw new Error('It is not open')
    return taken().map((word) => word.length)
  })
  const outcomes = await Promise.allSettled([lengthOf(shop.db, 'a'), lengthOf(shop.db, 'bc')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isOpen = true
  expect(await lengthOf(shop.db, 'def')).toBe(3)
})

test('who comes while a reading waits in vain is read for by the next, each once and with their own', async () => {
  const waits = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  const readings: (readonly string[])[] = []
  let begun = 0
  const lengthOf = gatheredUntilSent(async (_db, taken: Taken<string>) => {
    begun += 1
    if (begun === 1) {
      waits.resolve()
      await isOver.promise
      throw new Error('There was no connection')
    }
    readings.push(taken())
    return taken().map((word) => word.length)
  })
  const early = Promise.allSettled(['a', 'bc'].map((word) => lengthOf(shop.db, word)))
  await waits.promise
  const late = Promise.allSettled(['def', 'g'].map((word) => lengthOf(shop.db, word)))
  isOver.resolve()
  expect((await early).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  // Whoever asks at that moment is among those who have been asked for again.
  const last = lengthOf(shop.db, 'hi')
  expect(await late).toEqual([3, 1].map((value) => ({ status: 'fulfilled', value })))
  expect(await last).toBe(2)
  expect(readings.flat()).toEqual(['def', 'g', 'hi'])
})

test('while the database is away everybody is told so, by the second reading at the latest, and then it is left alone', async () => {
  let readings = 0
  const ask = gatheredUntilSent<number, number>(async () => {
    await immediately()
    readings += 1
    throw new Error('It is away')
  })
  const waited: Promise<unknown>[] = []
  for (let n = 0; n < 20; n += 1) {
    const before = readings
    waited.push(ask(shop.db, n).catch(() => readings - before))
    await immediately()
  }
  for (const many of await Promise.all(waited)) expect([1, 2]).toContain(many)
  const all = readings
  for (let turn = 0; turn < 5; turn += 1) await immediately()
  expect(readings).toBe(all)
})

test('what is asked for all the time is planned once, however many are read together', async () => {
  const slugs = (await shop.db.select({ slug: products.slug }).from(products).limit(9)).map(
    ({ slug }) => slug,
  )
  // The database plans with the actual values five times, then with none if that promises to be as good.
  for (let call = 1; call <= 9; call += 1) {
    const names = slugs.slice(0, call)
    await Promise.all(names.map((slug) => anew(paths.product(slug), 2_000 + call)))
    await anew(`${paths.products}?page=${call}&page_size=${call}`, 2_000 + call)
    await announceChange(shop.db)
  }
  const all = ['piece_marks_by_ids', 'piece_marks_by_names', 'pieces_by_ids', 'slices_of_all']
  const { rows } = await shop.pool.query<{ name: string; planned: number }>(
    'select name, custom_plans::int as planned from pg_prepared_statements where name = any($1) order by name',
    [all],
  )
  expect(rows.map(({ name }) => name)).toEqual(all)
  for (const { name, planned } of rows) expect(planned, name).toBeLessThanOrEqual(5)
})
