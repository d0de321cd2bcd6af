import { createHmac } from 'node:crypto'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Problem } from '#contract/problem.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { idempotency_keys } from '../db/schema/jobs.ts'
import { derivedKey } from '../derivedKey.ts'
import { ApiError, toProblem } from '../http/problem.ts'

/** For how long a key is good for its first answer, in milliseconds. */
export const keptFor = 24 * 3_600_000
const longestKey = 255

/**
 * One call that its customer may send again under the same `Idempotency-Key`; without a key every call is a new one.
 * Keys of one customer count within a `scope`, so that a key used for two different calls is noticed.
 */
export type Call = { customer_id: string; scope: string; key: string | null; fingerprint: string; now: Date }

/** What was answered to the first call of a key; `body` is what was sent, its keys in any order. */
export type KeptAnswer = { status_code: number; body: unknown }

/** The header that says an answer is that of an earlier call. */
export const replayedHeader = { 'idempotent-replayed': 'true' } as const

/** The call's `Idempotency-Key`; null without one. @throws {ApiError} 400 for one that is empty or too long */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && key.length >= 1 && key.length <= longestKey) return key
  throw new ApiError(400, 'invalid_input', `Idempotency-Key must have 1 to ${longestKey} characters`)
}

/**
 * A fingerprint that tells calls apart without storing what was in them. The parts must hold nothing secret all the
 * same, and be in a stable order, as the contract's schemas give them.
 */
export function fingerprinter(sessionSecret: string): (...parts: unknown[]) => string {
  const secret = derivedKey(sessionSecret, 'idempotency')
  return (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}

/**
 * Marks the call as in progress, or returns the answer it already had. If calls come at once under one key, the others
 * wait until the first is committed.
 * @throws {ApiError} 422 when the key stands for another call, 409 with `Retry-After` when it is still at work
 */
async function claim(
  db: Db,
  { customer_id, scope, key, fingerprint, now }: Call,
): Promise<KeptAnswer | null> {
  if (key === null) return null
  const fresh = { fingerprint, status_code: null, body: null, created_at: now }
  const claimed = await db
    .insert(idempotency_keys)
    .values({ customer_id, scope, key, ...fresh })
    .onConflictDoUpdate({
      target: [idempotency_keys.customer_id, idempotency_keys.scope, idempotency_keys.key],
      set: fresh,
      setWhere: lt(idempotency_keys.created_at, keptSince(now)),
    })
    .returning({ key: idempotency_keys.key })
  return claimed.length === 1 ? null : keptAnswer(db, { customer_id, scope, key, fingerprint })
}

/** The earliest time of claiming at which a key is still good for its call at `now`. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - keptFor)

/**
 * The answer to the earlier call with this key.
 * @throws {ApiError} 422 when the key stands for another call, 409 with `Retry-After` when it is still at work
 */
export async function keptAnswer(
  db: Db,
  { customer_id, scope, key, fingerprint }: Omit<Call, 'now'>,
): Promise<KeptAnswer> {
  const [kept] =
    key === null ? [] : await db.select().from(idempotency_keys).where(isCall({ customer_id, scope, key }))
  if (kept !== undefined && kept.fingerprint !== fingerprint) {
    throw new ApiError(
      422,
      'idempotency_mismatch',
      'This Idempotency-Key was already used for another request',
    )
  }
  // Absent: it was given back between the two statements, so trying again is right too.
  if (kept === undefined || kept.status_code === null) {
    const headers = { 'retry-after': '1' }
    throw new ApiError(
      409,
      'idempotency_in_progress',
      'This request is still being worked on. Please wait.',
      { headers },
    )
  }
  return { status_code: kept.status_code, body: kept.body }
}

/** Keeps the answer for whoever sends the call again. */
export async function keep(
  db: Db,
  { customer_id, scope, key }: Call,
  { status_code, body }: KeptAnswer,
): Promise<void> {
  if (key === null) return
  await db.update(idempotency_keys).set({ status_code, body }).where(isCall({ customer_id, scope, key }))
}

/** Releases a key whose call came to nothing, so that it may be tried again. One with an answer keeps it. */
export async function release(
  db: Db,
  { customer_id, scope, key }: Pick<Call, 'customer_id' | 'scope' | 'key'>,
): Promise<void> {
  if (key === null) return
  await db
    .delete(idempotency_keys)
    .where(and(isCall({ customer_id, scope, key }), isNull(idempotency_keys.status_code)))
}

const isCall = ({ customer_id, scope, key }: { customer_id: string; scope: string; key: string }) =>
  and(
    eq(idempotency_keys.customer_id, customer_id),
    eq(idempotency_keys.scope, scope),
    eq(idempotency_keys.key, key),
  )

/**
 * Does `work` in one transaction, at most once for each key: later calls get the first one's answer, refusals included,
 * and have no effect.
 * @param answer what `work` gives and what is sent
 * @param admit asked where something is to be kept under a key; where it refuses, all is undone: the call may be made
 * again
 * @throws {ApiError} what `work` refused, now or the first time; what `admit` refused; 409 and 422 as {@link claim}
 */
export async function answerOnce<T>(
  db: Db,
  call: Call,
  answer: { schema: v.GenericSchema<unknown, T>; status_code: number },
  work: (db: Db) => Promise<T>,
  admit: (db: Db) => Promise<void>,
): Promise<{ body: T; isReplay: boolean }> {
  const outcome = await transaction(db, async (tx) => {
    const kept = await claim(tx, call)
    if (kept !== null) return { kept }
    const outcome = await workOnce(tx, call, answer.status_code, work)
    // Last, because the next call to be counted waits until this is committed.
    if (call.key !== null) await admit(tx)
    return outcome
  })
  if ('refusal' in outcome) throw outcome.refusal
  if ('body' in outcome) return { body: outcome.body, isReplay: false }
  return { body: replay(outcome.kept, answer.schema), isReplay: true }
}

/** The result of `work`, or the refusal if there is a key to keep it under. */
async function workOnce<T>(
  tx: Db,
  call: Call,
  status_code: number,
  work: (db: Db) => Promise<T>,
): Promise<{ body: T } | { refusal: ApiError }> {
  try {
    const body = await tx.transaction(work)
    await keep(tx, call, { status_code, body })
    return { body }
  } catch (error) {
    if (!(error instanceof ApiError) || call.key === null) throw error
    const { status, body } = toProblem(error)
    await keep(tx, call, { status_code: status, body })
    return { refusal: error }
  }
}

/** A kept answer as it was sent. @throws {ApiError} when it was a refusal */
export function replay<T>({ status_code, body }: KeptAnswer, schema: v.GenericSchema<unknown, T>): T {
  if (status_code < 400) return v.parse(schema, body)
  const { message, code = 'invalid_input', errors } = v.parse(Problem, body)
  throw new ApiError(status_code, code, message, { ...(errors && { errors }), headers: replayedHeader })
}

/** Removes expired keys. */
export function sweepIdempotency(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  return removeInPortions(db, idempotency_keys, lt(idempotency_keys.created_at, keptSince(now)), closing)
}
