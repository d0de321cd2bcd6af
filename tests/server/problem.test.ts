import { once } from 'node:events'
import { connect } from 'node:net'
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
