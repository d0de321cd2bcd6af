import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusable } from '#contract/problem.ts'
import { routesOf } from '#server/http/knownRoutes.ts'
import { type Customer, type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
let customer: Customer
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.signUp()
})
afterAll(() => shop.close())

/** Valibot's own messages: right for a programmer, not for a shopper. */
const itsOwn = /Invalid [\w ]+: (Expected|Received)/

/** Samples of what a field may contain that it should not. */
const texted = ['', 'plum', '-1', 'x'.repeat(5_000), Array.from({ length: 60 }, () => 'plum')]
const wrong = {
  querystring: texted,
  body: [...texted, undefined, null, true, -1.5, 1e21, [], {}],
}

type Parts = {
  type?: string
  entries?: Record<string, unknown>
  options?: unknown[]
  wrapped?: unknown
  getter?: (input: unknown) => unknown
}

/** Every field in any form of the input, by its path: `payment_data.cvv`. */
function fieldsOf(schema: unknown, path: readonly string[] = []): string[][] {
  const { entries, options = [], wrapped, getter } = schema as Parts
  const below = Object.entries(entries ?? {}).flatMap(([name, field]) => [
    [...path, name],
    ...fieldsOf(field, [...path, name]),
  ])
  // Which schema applies may depend on the values.
  const forms =
    getter === undefined ? [] : [{}, { saved_card_id: '' }, { code: '' }].map((given) => getter(given))
  const inside = [...options, ...forms, ...(wrapped === undefined ? [] : [wrapped])]
  const all = [
    ...below,
    ...inside.filter((one) => typeof one === 'object').flatMap((one) => fieldsOf(one, path)),
  ]
  return [...new Map(all.map((field) => [field.join('.'), field])).values()]
}

/** Inputs in which every field, or every field of one of their parts, has this value. */
function inputs(schema: unknown, value: unknown): Record<string, unknown>[] {
  const fields = fieldsOf(schema)
  const parts = [...new Set(fields.map((path) => path.slice(0, -1).join('.')))]
  const filled = parts.map((part) => {
    const names = fields.filter((path) => path.slice(0, -1).join('.') === part).map((path) => path.at(-1))
    const within = Object.fromEntries(names.map((name) => [name, value]))
    return part === '' ? within : { [part]: within }
  })
  // The payment method decides which other fields are required.
  return filled.flatMap((input) => [
    input,
    ...(fields.some(([name]) => name === 'payment_method')
      ? ['card', 'paypal', 'bank_transfer'].map((payment_method) => ({ ...input, payment_method }))
      : []),
  ])
}

type Called = { route: string; schema: unknown; part: 'body' | 'querystring' }
const called = (): Called[] =>
  [...routesOf(shop.app)].flatMap(([route, given]) =>
    (['body', 'querystring'] as const).flatMap((part) => {
      const schema: unknown = given[part]
      return schema === undefined || !route.includes(' /api/') || route.startsWith('HEAD')
        ? []
        : [{ route, schema, part }]
    }),
  )

function call({ route, part }: Called, input: unknown) {
  const [method = '', template = ''] = route.split(' ')
  const path = template.replace('/api/v1/', '').replaceAll(/:\w+/g, randomUUID())
  if (part === 'body')
    return customer.call(method, path, { body: input, ...(method === 'POST' && { key: randomUUID() }) })
  const pairs = Object.entries(input as object).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return customer.call(method, `${path}?${new URLSearchParams(pairs).toString()}`)
}

describe('whatever is sent, what is wrong with it is said in the shop’s words', () => {
  test('and every call that takes something is asked', () => {
    expect(called().length).toBeGreaterThanOrEqual(35)
    const checkout = called().find(({ route }) => route.endsWith('/orders/checkout/'))
    const fields = fieldsOf(checkout?.schema).map((path) => path.join('.'))
    expect(fields).toEqual(
      expect.arrayContaining([
        'billing_address_id',
        'contact.phone',
        'payment_data.cvv',
        'payment_data.saved_card_id',
      ]),
    )
  })

  test('in the message and beside each field', async () => {
    const found = new Set<string>()
    for (const one of called()) {
      const whole = one.part === 'body' ? [[], 'plum', 7, true, ['plum']] : []
      for (const input of [{}, ...whole, ...wrong[one.part].flatMap((value) => inputs(one.schema, value))]) {
        const answer = await call(one, input)
        expect(answer.status, one.route).toBeLessThan(500)
        const { message = '', errors = {} } = (answer.body ?? {}) as { message?: string; errors?: object }
        for (const [field, said] of [['message', message], ...Object.entries(errors)])
          if (itsOwn.test(String(said))) found.add(`${one.route} ${field}: ${String(said)}`.slice(0, 200))
      }
    }
    expect([...found]).toEqual([])
  })

  test.each([
    [
      'orders/checkout/',
      { billing_address_id: 'plum' },
      { billing_address_id: ['Please select a billing address'] },
    ],
    [
      'orders/checkout/',
      { payment_method: 'card' },
      { payment_data: ['Please complete your payment details.'] },
    ],
    ['orders/cart/items/', {}, { product_id: ['Unknown product'] }],
    ['products/wishlist/', {}, { product_id: ['Unknown product'] }],
    ['auth/contact-us/', { subject: 7 }, { subject: [unusable] }],
  ])('%s with %o says what it is about', async (path, given, errors) => {
    const order = { shipping_address_id: randomUUID(), payment_method: 'paypal' }
    const answer = await customer.call('POST', path, { body: { ...order, ...given }, key: randomUUID() })
    expect(answer).toMatchObject({ status: 400, body: { errors } })
  })

  test('which are valibot’s own where nobody chose any', () => {
    const { issues } = v.safeParse(v.object({ plum: v.string() }), { plum: 1 })
    expect(issues?.[0].message).toMatch(itsOwn)
  })
})
