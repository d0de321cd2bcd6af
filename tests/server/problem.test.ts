import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { textOf } from '#server/process/failure.ts'
import { toProblem } from '#server/http/problem.ts'

test('a database is away for a moment (503) also where its name has several addresses and none answers', async () => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const socket = connect({
    host: 'database.example',
    port: 1,
    autoSelectFamily: true,
    lookup: (_name, _options, found) => found(null, addresses),
  })
  const [error] = (await once(socket, 'error', { signal: AbortSignal.timeout(10_000) }).catch(
    (failure: unknown) => [failure],
  )) as [unknown]
  expect(error).toBeInstanceOf(AggregateError)
  expect(toProblem(new Error('Failed query: select 1', { cause: error })).status).toBe(503)
  expect(textOf(error)).toContain('127.0.0.1:1')
})

/** As the database's driver reports it, under what wraps it. */
function refusedBy(state: string, constraint?: string): Error {
  const cause = Object.assign(new pg.DatabaseError('Refused', 0, 'error'), { code: state, constraint })
  return new Error('Failed query: select 1', { cause })
}
const failedAt = (syscall: string, code: string) => Object.assign(new Error(code), { syscall, code })
const frameworks = (code: string, statusCode: number) => Object.assign(new Error(code), { code, statusCode })

test.each([
  ['lost its connection', refusedBy('08006')],
  ['had to give way to other transactions', refusedBy('40001')],
  ['has as many connections as it may', refusedBy('53300')],
  ['is being stopped', refusedBy('57P01')],
  ['took too long', refusedBy('57014')],
  ['could not read its disk', refusedBy('58030')],
  ['is a copy of the one that may be written to', refusedBy('25006')],
  ['waited too long for a lock', refusedBy('55P03')],
  ['gave no answer in time', new Error('Query read timeout')],
  ['gave no connection in time', new Error('timeout exceeded when trying to connect')],
  ['ended the connection', new Error('Connection terminated unexpectedly')],
  ['had ended it before', new Error('Client has encountered a connection error and is not queryable')],
  ['was left before', new Error('Client was closed and is not queryable')],
  ['takes no connection', failedAt('connect', 'ECONNREFUSED')],
  ['went away while it answered', failedAt('read', 'ECONNRESET')],
  ['went away while it was asked', failedAt('write', 'EPIPE')],
  ['has a name that leads nowhere', failedAt('getaddrinfo', 'ENOTFOUND')],
  ['has no room on its disk', failedAt('open', 'ENOSPC')],
])('a database that %s says nothing against the call: it may be tried again soon', (_what, cause) => {
  const answer = toProblem(new Error('Failed query: select 1', { cause }))
  expect([answer.status, answer.body.code, answer.headers]).toEqual([
    503,
    'unavailable',
    { 'retry-after': '2' },
  ])
})

test.each([
  ['a value that does not fit', refusedBy('22003'), 400, 'invalid_input'],
  ['what is gone', refusedBy('23503', 'cart_items_product_id_products_id_fk'), 409, 'conflict'],
  ['who is gone', refusedBy('23503', 'carts_customer_id_customers_id_fk'), 401, 'unauthenticated'],
  ['a statement that is wrong', refusedBy('42P01'), 500, 'internal'],
  ['a folder where a file should be', failedAt('read', 'EISDIR'), 500, 'internal'],
  ['a file that is not there', failedAt('open', 'ENOENT'), 500, 'internal'],
  ['a caller who hung up', new Error('aborted'), 400, 'invalid_input'],
  ['too large a body', frameworks('FST_ERR_CTP_BODY_TOO_LARGE', 413), 413, 'too_large'],
  ['too long an address', frameworks('FST_ERR_MAX_PARAM_LENGTH', 414), 414, 'too_large'],
  [
    'a body of another kind',
    frameworks('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415),
    415,
    'unsupported_media_type',
  ],
  ['a path out of the folder', frameworks('FST_STATIC_FORBIDDEN_PATH', 403), 403, 'forbidden'],
  ['what the framework does not find', frameworks('FST_ERR_NOT_FOUND', 404), 404, 'not_found'],
  ['a fault of the framework', frameworks('FST_ERR_SEND_INSIDE_ONERR', 500), 500, 'internal'],
  ['somebody else’s answer to us', frameworks('ERR_MAILBOX', 404), 500, 'internal'],
])('%s is answered with its own status and code', (_what, error, status, code) => {
  const answer = toProblem(error)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})
