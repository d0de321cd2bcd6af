import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#contract/address.ts'
import { paths } from '#contract/paths.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { address, data, messageOf, newShopper, several } from '../orders/pieces.ts'
import type { Shopper } from '../orders/pieces.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const add = (shopper: Shopper, change: object = {}) =>
  shopper.call('POST', paths.addresses, { body: { ...address, ...change } })
const book = async (shopper: Shopper) => data<Address[]>(await shopper.call('GET', paths.addresses))
const defaults = async (shopper: Shopper) =>
  (await book(shopper)).filter((entry) => entry.is_default).map((entry) => entry.full_name)
const added = async (shopper: Shopper, full_name: string, is_default = false) =>
  data<Address>(await add(shopper, { full_name, is_default }))

test('the first address becomes the default; of more there is always exactly one', async () => {
  const shopper = await newShopper(shop)
  expect(await book(shopper)).toEqual([])
  const first = await added(shopper, 'First')
  expect(first).toEqual({ ...address, full_name: 'First', id: first.id, is_default: true })
  const second = await added(shopper, 'Second')
  expect(await defaults(shopper)).toEqual(['First'])
  await added(shopper, 'Third', true)
  expect(await defaults(shopper)).toEqual(['Third'])
  const set = await shopper.call('PUT', paths.setDefaultAddress(second.id), { body: {} })
  expect([set.status, data<Address>(set).is_default]).toEqual([200, true])
  expect(await defaults(shopper)).toEqual(['Second'])
  // No body at all does as well.
  const headers = { 'content-type': 'application/json' }
  expect((await shopper.call('PUT', paths.setDefaultAddress(first.id), { headers })).status).toBe(200)
  expect(await defaults(shopper)).toEqual(['First'])
})

test('an address that comes again, as when its answer was lost, is kept once', async () => {
  const shopper = await newShopper(shop)
  await added(shopper, 'First')
  const second = await added(shopper, 'Second')
  const again = await several(3, () => add(shopper, { full_name: 'Second', is_default: true }))
  expect(again.map((reply) => [reply.status, data<Address>(reply)])).toEqual(
    Array(3).fill([201, { ...second, is_default: true }]),
  )
  await added(shopper, 'Second')
  expect(await defaults(shopper)).toEqual(['Second'])
  expect(await book(shopper)).toHaveLength(2)
  const { id } = data<Address>(await add(shopper, { full_name: 'Second', address_line_2: 'Flat 2' }))
  expect(id).not.toBe(second.id)
})

test('deleting the default passes it on to the newest of the others', async () => {
  const shopper = await newShopper(shop)
  const first = await added(shopper, 'First')
  await added(shopper, 'Second')
  const third = await added(shopper, 'Third')
  expect((await shopper.call('DELETE', paths.address(first.id))).status).toBe(200)
  expect(await defaults(shopper)).toEqual(['Third'])
  await shopper.call('DELETE', paths.address(third.id))
  expect(await defaults(shopper)).toEqual(['Second'])
  const gone = await shopper.call('DELETE', paths.address(third.id))
  expect([gone.status, messageOf(gone)]).toEqual([404, 'Address not found.'])
})

test('changing an address keeps or moves the default, never loses it', async () => {
  const shopper = await newShopper(shop)
  const first = await added(shopper, 'First')
  const second = await added(shopper, 'Second')
  const put = (id: string, change: object) =>
    shopper.call('PUT', paths.address(id), { body: { ...address, ...change } })
  await put(first.id, { full_name: 'First changed', is_default: false })
  expect(await defaults(shopper)).toEqual(['First changed'])
  const moved = await put(second.id, { full_name: 'Second', is_default: true })
  expect(data<Address>(moved).is_default).toBe(true)
  expect(await defaults(shopper)).toEqual(['Second'])
})

test('what an address lacks is said field by field', async () => {
  const shopper = await newShopper(shop)
  const refused = await add(shopper, { city: ' ', phone: 'abc', postal_code: undefined })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    errors: {
      city: ['City is required'],
      phone: ['Please enter a valid phone number'],
      postal_code: ['Postcode is required'],
    },
  })
  for (const body of [null, [], 'text', { ...address, country: 'x'.repeat(61) }, { ...address, city: 5 }]) {
    const reply = await shopper.call('POST', paths.addresses, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.status).toBe(400)
  }
  expect(await book(shopper)).toEqual([])
})

test('a book holds twenty, also when thirty come at once, with one default', async () => {
  const shopper = await newShopper(shop)
  const replies = await several(30, (index) => add(shopper, { full_name: `A${index}`, is_default: true }))
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(20)
  const refused = replies.filter((reply) => reply.status !== 201)
  expect(new Set(refused.map((reply) => `${reply.status} ${messageOf(reply)}`))).toEqual(
    new Set(['400 You have reached the most addresses one account can keep.']),
  )
  expect(await defaults(shopper)).toHaveLength(1)
})

test('nobody reads, changes, deletes or defaults an address of another: it answers as if it did not exist', async () => {
  const [owner, other] = [await newShopper(shop), await newShopper(shop)]
  const { id } = await added(owner, 'Mine')
  const missing = '00000000-0000-4000-8000-000000000000'
  const before = await book(owner)
  for (const [method, path] of [
    ['PUT', (form: string) => paths.address(form)],
    ['DELETE', (form: string) => paths.address(form)],
    ['PUT', (form: string) => paths.setDefaultAddress(form)],
  ] as const) {
    for (const form of [id, id.toUpperCase(), ` ${id}`, '1', '%00']) {
      const options = method === 'PUT' ? { body: { ...address, full_name: 'Theirs' } } : {}
      const denied = await other.call(method, path(form), options)
      expect([denied.status, denied.body]).toEqual([
        404,
        (await other.call(method, path(missing), options)).body,
      ])
      expect((await shop.call(method, path(form), options)).status).toBe(401)
    }
  }
  expect(await book(owner)).toEqual(before)
  expect(await book(other)).toEqual([])
})
