import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { FastifySchema } from 'fastify'
import * as v from 'valibot'
import { apiRoot } from '#contract/apiRoot.ts'
import { routesOf } from '#server/http/knownRoutes.ts'
import { address, card } from '#tests/server/orders/pieces.ts'
import type { Shop } from '#tests/support/shop.ts'

/** A route of the API with a valid call of it, made from its own schemas. */
export type Route = {
  method: string
  path: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
  /** Where values can be put: every field of every part, at any depth. */
  fields: Field[]
}
export type Field = { part: 'params' | 'query' | 'body'; at: string[]; type: string }

export type Request = Pick<Route, 'method' | 'path' | 'params' | 'query' | 'body'> & {
  token: string | undefined
  key: string | undefined
  /** Appended to the query as it is, however malformed. */
  raw: string
}

/** The names, in all schemas, of fields that do not accept just any value. */
const hints: Known = {
  ...address,
  ...card(),
  email: 'fuzz@example.com',
  contact_no: '02079460123',
  password: 'Not-the-password-1',
  old_password: 'Not-the-password-1',
  new_password: 'Not-the-password-1',
  confirm_password: 'Not-the-password-1',
  agreed: true,
  rating: 5,
  quantity: 1,
  idOrSlug: 1,
  name: 'LCP',
  category: 'rings',
  query: 'gold',
  order_number: 'DMS-AAAAAAAA',
  orderNumber: 'DMS-AAAAAAAA',
}

type Known = Readonly<Record<string, unknown>>

/**
 * The API's routes with what they accept. `known` are existing ids, by the names of fields; `particular` are those that
 * mean something else in one route, by its method and path (`POST auth/login/`).
 */
export function apiRoutes(
  shop: Shop,
  known: Known,
  particular: Readonly<Record<string, Known>> = {},
): Route[] {
  return [...routesOf(shop.app)]
    .filter(([route]) => route.includes(' /api/v1/') && !/^HEAD |\*$/.test(route))
    .map(([route, schema]) => {
      const [method = '', path = ''] = route.split(' ')
      const wanted = { ...hints, ...known, ...particular[route.replace(apiRoot, '')] }
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const parts = {
        params: Object.fromEntries(names.map((name) => [name, wanted[name] ?? randomUUID()])),
        query: asRecord(partOf(schema, 'querystring', wanted)),
        body: partOf(schema, 'body', wanted),
      }
      const fields = (['params', 'query', 'body'] as const).flatMap((part) => fieldsOf(part, parts[part]))
      return { method, path, ...parts, fields }
    })
}

const fieldsOf = (part: Field['part'], value: unknown): Field[] =>
  leaves(value, []).map(({ at, type }) => ({ part, at, type }))

/** A call of the same route with these things else in its body, which are its only fields. */
export const otherwise = (route: Route, instead: Known): Route => ({
  ...route,
  body: { ...asRecord(route.body), ...instead },
  fields: fieldsOf('body', instead),
})

function partOf(schema: FastifySchema, part: 'querystring' | 'body', wanted: Known) {
  const given = schema[part]
  return given === undefined ? undefined : sample(given as v.GenericSchema, '', wanted)
}

/** The part of valibot's schemas that tells what is inside them. */
type Inside = {
  type: string
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  options?: unknown[]
  literal?: unknown
  item?: v.GenericSchema
  getter?: (input: unknown) => v.GenericSchema
}

/** A value that the schema should accept, judging by the names of its fields. */
function sample(schema: v.GenericSchema, name: string, wanted: Known): unknown {
  const inside = schema as unknown as Inside
  if (inside.entries !== undefined) {
    return Object.fromEntries(
      Object.entries(inside.entries).map(([field, entry]) => [field, sample(entry, field, wanted)]),
    )
  }
  if (inside.wrapped !== undefined) return sample(inside.wrapped, name, wanted)
  if (name in wanted) return wanted[name]
  if (inside.getter !== undefined) return sample(inside.getter({}), name, wanted)
  if (inside.item !== undefined) return [sample(inside.item, name, wanted)]
  const [option] = inside.options ?? []
  if (typeof option === 'object' && option !== null) return sample(option as v.GenericSchema, name, wanted)
  if (option !== undefined) return option
  if (inside.type === 'literal') return inside.literal
  if (inside.type === 'number') return 1
  if (inside.type === 'boolean') return true
  return inside.type === 'string' ? 'plum' : {}
}

/** The schema itself and everything it consists of. */
export function schemasIn(schema: v.GenericSchema): v.GenericSchema[] {
  const inside = schema as unknown as Inside
  const parts = [
    ...Object.values(inside.entries ?? {}),
    ...(inside.wrapped === undefined ? [] : [inside.wrapped]),
    ...(inside.item === undefined ? [] : [inside.item]),
    ...(inside.options ?? []).filter((option) => typeof option === 'object'),
    ...(inside.getter === undefined ? [] : [inside.getter({}), inside.getter({ saved_card_id: '' })]),
  ]
  return [schema, ...parts.flatMap((part) => schemasIn(part as v.GenericSchema))]
}

function leaves(value: unknown, at: string[]): { at: string[]; type: string }[] {
  const here = { at, type: typeof value }
  if (typeof value !== 'object' || value === null) return at.length === 0 ? [] : [here]
  const inner = Object.entries(value).flatMap(([name, each]) => leaves(each, [...at, name]))
  return at.length === 0 ? inner : [here, ...inner]
}

/** The same with another value at that path; `undefined` removes it. */
function withValue(whole: unknown, at: readonly string[], value: unknown): unknown {
  const [name, ...rest] = at
  if (name === undefined) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(whole) ? [...whole] : asRecord(whole)
  // As JSON is parsed: `__proto__` is a name like any other.
  Object.defineProperty(copy, name, {
    value: withValue(Reflect.get(copy, name), rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

export const withField = (
  route: Request,
  { part, at }: Pick<Field, 'part' | 'at'>,
  value: unknown,
): Request => ({
  ...route,
  [part]: withValue(route[part], at, value),
})

const deep = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** What breaks programs: first what PostgreSQL refuses, by its error classes, then types and boundaries. */
export const nasty: readonly unknown[] = [
  'a\u0000b', // 22021, in JSON 22P05
  '\ud800', // 22P02 in JSON
  2 ** 31, // 22003
  -(2 ** 31) - 1,
  1e21,
  '99999999999999999999',
  '1e3', // 22P02
  'NaN',
  '1.5',
  '-1', // 2201X
  '00000000-0000-0000-0000-00000000000g', // 22P02
  '(', // 2201B
  'a & ', // 42601
  '%_\\',
  '2026-02-30T25:61:61Z', // 22008
  // Up to here: `databaseErrors`.
  '\u0000',
  '\udfff\ud800x',
  '\u202e\u200b\ufeff',
  '',
  ' ',
  '0x10',
  '-2147483649',
  "'; drop table orders; --",
  '${7*7}',
  '../../etc/passwd',
  '[object Object]',
  'null',
  'x'.repeat(5_000),
  '💍'.repeat(200),
  0,
  -1,
  -0,
  1.5,
  1e308,
  2 ** 53,
  null,
  true,
  false,
  [],
  [[]],
  ['a', 'b'],
  {},
  { a: 1 },
  { length: -1 },
  { toString: 1, valueOf: null },
  { constructor: { prototype: { polluted: true } } },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  deep(200),
]
export const databaseErrors = 15

const unknownNames = [
  '__proto__',
  'constructor',
  'is_admin',
  'customer_id',
  'id',
  'toString',
  'then',
  '',
  '\u0000',
  '$where',
]
const rawQueries = [
  '%',
  '%ff',
  '%ED%A0%80=1',
  'page=%',
  'page=1&page=2',
  'page[]=1',
  'sort_by[a]=b',
  '=',
  '&&&',
  '%00=%00',
  'query=a%00b',
  'a'.repeat(3_000),
]

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double(),
)

/** A call with nothing wrong in it. */
export function plainCall({ fields: _fields, ...call }: Route, token: string | undefined): Request {
  return { ...call, token, key: undefined, raw: '' }
}

type Change = (request: Request) => Request

/** One call of any route, with up to three things wrong. */
export function requests(
  routes: readonly Route[],
  tokens: readonly (string | undefined)[],
): fc.Arbitrary<Request> {
  // Hashing a password, or counting for each filter, takes as long as a hundred other calls.
  const costly = /login|register|password|account|filter/
  const some = fc.oneof(
    ...routes.map((route) => ({
      weight: costly.test(route.path) ? 1 : 8,
      arbitrary: fc.constant(route),
    })),
  )
  return some.chain((route) => {
    const part = fc.constantFrom('query' as const, 'body' as const)
    const changes: fc.Arbitrary<Change>[] = [
      fc.record({ part, name: fc.constantFrom(...unknownNames), value }).map(
        ({ part: to, name, value: put }) =>
          (request) =>
            withField(request, { part: to, at: [name] }, put),
      ),
      value.map((body) => (request) => ({ ...request, body })),
      fc.constantFrom(...rawQueries).map((raw) => (request) => ({ ...request, raw })),
      fc
        .string({ maxLength: 300 })
        .map((key) => (request) => ({ ...request, key: key.replaceAll(/[^ -~]/g, '') })),
    ]
    if (route.fields.length > 0) {
      const field = fc.constantFrom(...route.fields)
      changes.push(
        ...Array.from({ length: 4 }, () =>
          fc.tuple(field, value).map(
            ([to, put]): Change =>
              (request) =>
                withField(request, to, put),
          ),
        ),
        field.map((from) => (request) => withField(request, from, undefined)),
        field.map((twice) => (request) => withField(request, twice, ['1', '1'])),
      )
    }
    return fc
      .record({
        token: fc.constantFrom(...tokens),
        changes: fc.array(fc.oneof(...changes), { maxLength: 3 }),
      })
      .map(({ token, changes: all }) =>
        all.reduce<Request>((request, change) => change(request), plainCall(route, token)),
      )
  })
}

export const written = (text: unknown): string => {
  const plain = typeof text === 'object' && text !== null ? JSON.stringify(text) : String(text)
  // A URL cannot contain half a surrogate pair; its bytes can be sent all the same.
  return plain
    .split(/([\ud800-\udfff])/u)
    .map((piece) => (piece.isWellFormed() ? encodeURIComponent(piece) : '%ED%A0%80'))
    .join('')
}

/** The path of a call, without its query. */
export const addressOf = ({ path, params }: Pick<Route, 'path' | 'params'>): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => written(params[name] ?? ''))

/** Sends it, in process, as a browser would write it. */
export async function send(shop: Shop, { method, path, params, query, body, token, key, raw }: Request) {
  const url = addressOf({ path, params })
  const search = Object.entries(query)
    .flatMap(([name, given]) => (Array.isArray(given) ? given : [given]).map((each) => [name, each] as const))
    .filter(([, given]) => given !== undefined)
    .map(([name, given]) => `${written(name)}=${written(given)}`)
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return shop.app.inject({
    method: method as 'GET',
    url: `${url}?${[...search, raw].join('&')}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  })
}

const leaks =
  /\.(ts|js|mjs):\d|node_modules|\/server\/|\/tmp\/|select .* from|insert into|syntax error|relation "|column "|invalid input syntax|violates|valibot|failed query|duplicate key|FST_/i

/** What is wrong with an answer, whatever the call; null if nothing is. */
export function faultOf({
  statusCode,
  headers,
  body,
}: {
  statusCode: number
  headers: object
  body: string
}): string | null {
  if (statusCode >= 500) return `${statusCode} ${body}`
  if (statusCode === 204 || (statusCode >= 300 && statusCode < 400)) return null
  const type = String(Reflect.get(headers, 'content-type'))
  if (!type.startsWith('application/json')) return `${statusCode} is ${type}: ${body.slice(0, 200)}`
  const answer: unknown = JSON.parse(body)
  if (statusCode < 400) return null
  const message: unknown = Object.getOwnPropertyDescriptor(answer, 'message')?.value
  if (typeof message !== 'string' || message === '') return `${statusCode} without a message: ${body}`
  return leaks.test(body) ? `${statusCode} tells too much: ${body}` : null
}
