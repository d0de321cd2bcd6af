import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { describeFailure } from '#server/process/failure.ts'
import { createFastify, logFailure } from '#server/http/fastify.ts'
import { ApiError } from '#server/http/problem.ts'
import { repeat } from '#server/process/repeat.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lineOf, withLog } from '#tests/support/log.ts'
import { openPort } from '#tests/support/openPort.ts'
import { openShop } from '#tests/support/shop.ts'

describe('the log', () => {
  it('names where a failure came from, but none of a statement’s values', () => {
    const cause = new pg.DatabaseError('duplicate key value violates "emails"', 0, 'error')
    cause.detail = 'Key (email)=(ada@example.com) already exists.'
    const failed = new Error('Failed query: insert …\nparams: ada@example.com', { cause })
    for (const error of [failed, new Error('Failed query: insert …\nparams: ada@example.com')]) {
      const described = describeFailure(error)
      expect(described.stack?.length).toBeGreaterThan(0)
      expect(JSON.stringify(described)).not.toContain('ada@example.com')
    }
  })

  it('says why a statement could not be put to the database', async () => {
    const nobody = createServer()
    const port = await openPort(nobody)
    nobody.close()
    const client = new pg.Pool({ host: '127.0.0.1', port })
    const asked = drizzle({ client }).execute(sql`select ${'ada@example.com'}`)
    const described = describeFailure(await asked.catch((failure: unknown) => failure))
    await client.end()
    expect(described).toMatchObject({
      code: 'ECONNREFUSED',
      message: `connect ECONNREFUSED 127.0.0.1:${port}`,
      stack: expect.arrayContaining([expect.stringContaining('failure.test.ts')]),
    })
    expect(JSON.stringify(described)).not.toContain('ada')
  })

  it.each(['No mailbox for <ada@example.com>.', 'GET /?email=ada%40example.com', 'ada@example.com is no id'])(
    'does not say whom “%s” is about',
    (message) => {
      const described = JSON.stringify(describeFailure(new Error(message)))
      expect(described).not.toMatch(/ada|example/)
      expect(described).toContain('…@…')
    },
  )

  it('keeps what the database calls its own things, and no value that it quotes beside them', () => {
    const told = (code: string, message: string) => {
      const error = new pg.DatabaseError(message, 0, 'error')
      error.code = code
      return describeFailure(error).message
    }
    expect(told('23505', 'duplicate key value violates unique constraint "customers_email_unique"')).toBe(
      'duplicate key value violates unique constraint "customers_email_unique"',
    )
    expect(told('22P02', 'invalid input syntax for type integer: "Ada "the Plum" Quince"')).toBe(
      'invalid input syntax for type integer: "…"',
    )
    expect(describeFailure(new Error('Invalid type: Expected "x" but received "Ada"')).message).toBe(
      'Invalid type: Expected "…"',
    )
  })

  it.each([
    [
      'a refusal that was meant, without a stack',
      new ApiError(503, 'unavailable', 'Very busy'),
      'warn',
      false,
    ],
    ['a failure nobody meant, with it', new Error('Broken'), 'error', true],
  ])('tells %s, and no query string', (_name, error, level, hasStack) => {
    const lines: [string, object][] = []
    const log = {
      warn: (line: object) => lines.push(['warn', line]),
      error: (line: object) => lines.push(['error', line]),
    }
    // Only these parts of a request are read.
    logFailure(
      { method: 'GET', url: '/reset-password?token=a-secret', log } as unknown as FastifyRequest,
      error,
    )
    expect(lines).toEqual([[level, expect.objectContaining({ path: '/reset-password' })]])
    expect(JSON.stringify(lines).includes('"stack"')).toBe(hasStack)
    expect(JSON.stringify(lines)).not.toContain('a-secret')
  })

  it('says what went wrong with what nobody waits for, and where, but not with whom', () =>
    withLog(async (read) => {
      const app = await createFastify({
        logLevel: 'info',
        isSecure: false,
        trustProxy: false,
        metricsToken: null,
      })
      const begin = repeat(app, 3_600_000, 'What is old could not be cleared away', async () => {})
      await begin(() => Promise.reject(new RangeError('No room for ada@example.com')))
      await app.close()
      const told = await eventually(() => lineOf(read(), 'What is old could not be cleared away'))
      expect(told).toMatchObject({
        error: 'RangeError',
        message: 'No room for …@…',
        stack: expect.arrayContaining([expect.stringContaining('failure.test.ts')]),
      })
    }))
})

it.runIf(inject('postgres') !== null)(
  'a call whose statement takes the database too long is told that the shop is busy, and when to come again',
  async () => {
    const shop = await openShop({ engine: 'postgres' })
    shop.app.get('/api/v1/slow/', () =>
      shop.db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 1`)
        await tx.execute(sql`select pg_sleep(600)`)
        throw new Error('It was waited for')
      }),
    )
    const answer = await shop.app.inject({ url: '/api/v1/slow/' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    await shop.close()
  },
)
