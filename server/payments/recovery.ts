import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { few, together } from '../db/together.ts'
import { nameOfFailure } from '../process/failure.ts'
import type { App } from '../http/fastify.ts'
import { release } from '../calls/idempotency.ts'
import { repeat } from '../process/repeat.ts'
import type { Services } from '../services.ts'
import { isStill, moveAttempt, unfinishedAtOnce, unfinishedAttempts } from './attempts.ts'
import type { Attempt, Payable, Place } from './attempts.ts'
import type { PaymentGateway } from './port.ts'

/** The scope in which checkout claims its keys. */
export const checkoutScope = 'checkout'

const second = 1_000

/** An attempt untouched for this long is not being worked on: it is longer than a request may take. */
const abandonedAfter = 30 * second
const recoverEvery = 20 * second
/** How long a server that starts waits for what was left unfinished, in milliseconds. */
const patience = 2 * second
/**
 * How many are finished at a time: a gateway may take a second for each, and the last of hundreds must not wait for
 * all.
 */
const mostAtOnce = 8

/**
 * Releases an approved payment, or pays it back. If the gateway cannot be reached, it stays `releasing`, to be tried
 * again.
 */
export async function releasePayment(
  db: Db,
  gateway: PaymentGateway,
  { id, amount }: Payable,
): Promise<void> {
  if (amount > 0) await gateway.release(id)
  await moveAttempt(db, id, ['releasing'], 'released')
}

const noteCapture = together<{ id: string }, { nth: number }>(
  'note_capture',
  `update payment_attempts p set status = 'captured', updated_at = now()
  from (select * from json_to_recordset($1::json) as a(nth int, id uuid) where ${few('nth')}) asked
  where p.id = asked.id and p.status = 'ordered'
  returning asked.nth`,
)

/**
 * Captures the payment of an order. If the gateway cannot be reached, it stays `ordered`, to be tried again. If the
 * order is cancelled meanwhile, the money goes back: the gateway may have been told to release it before it captured
 * it. If the desk has seen to it meanwhile, it is told again, which alone knows what it has paid back.
 */
export async function capturePayment(
  db: Db,
  gateway: PaymentGateway,
  { id, amount }: Payable,
): Promise<void> {
  if (amount > 0) await gateway.capture(id)
  if ((await noteCapture(db, { id })) !== null) return
  const isCancelled = await moveAttempt(db, id, ['releasing', 'released'], 'releasing')
  if (isCancelled) return releasePayment(db, gateway, { id, amount })
  await moveAttempt(db, id, ['settled'], 'uncertain')
}

/**
 * Gives up an attempt that led to no order, and with it its idempotency key, so that the call may be made again. An
 * attempt that has an order after all is left alone.
 */
export async function abandonPayment(
  db: Db,
  gateway: PaymentGateway,
  attempt: Omit<Attempt, 'status'>,
): Promise<void> {
  const { id, customer_id, idempotency_key: key } = attempt
  const isGivenUp = await transaction(db, async (tx) => {
    if (await moveAttempt(tx, id, ['started'], 'releasing')) {
      if (customer_id !== null) await release(tx, { customer_id, scope: checkoutScope, key })
      return true
    }
    // Also when it was released before: the gateway may have approved it since then. The key was given back that time,
    // and may be another attempt's by now.
    return moveAttempt(tx, id, ['releasing', 'released'], 'releasing')
  })
  if (isGivenUp) await releasePayment(db, gateway, attempt)
}

/** A payment that could not be settled, as logged. */
type Unfinished = { attempt: string; status: Attempt['status']; error: string }

/**
 * Finishes what a crash left behind: captures the payment of an existing order, releases a payment without an order.
 * Returns those that it could not finish, and why. They stay for next time, as do those not reached when `closing`
 * aborts: a call under way then is not waited for, but repeated later.
 */
export async function recoverPayments(
  db: Db,
  gateway: PaymentGateway,
  left: readonly Attempt[],
  closing?: AbortSignal,
): Promise<Unfinished[]> {
  const enough = closing && once(closing, 'abort')
  const failures: Unfinished[] = []
  const waiting = left.values()
  const inTurn = async () => {
    for (const attempt of waiting) {
      if (closing?.aborted === true) break
      const done = finish(db, gateway, attempt).catch((error: unknown) => {
        // One that the gateway cannot answer for now must not hold up the others.
        failures.push({ attempt: attempt.id, status: attempt.status, error: nameOfFailure(error) })
      })
      await (enough === undefined ? done : Promise.race([done, enough]))
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, inTurn))
  return failures
}

async function finish(db: Db, gateway: PaymentGateway, attempt: Attempt): Promise<void> {
  // It was read before all that came before it, each of which may have taken seconds: long enough to cancel an order, or
  // to pay it back by hand.
  if (!(await isStill(db, attempt))) return
  if (attempt.status === 'ordered') return capturePayment(db, gateway, attempt)
  // Without noting it anew: an attempt noted at each try would not appear to have been waiting for long.
  if (attempt.status === 'releasing') return releasePayment(db, gateway, attempt)
  return abandonPayment(db, gateway, attempt)
}

/** Recovers when the server starts, and from time to time while it is up. */
export function scheduleRecovery(app: App, { db, config }: Services, gateway: PaymentGateway): void {
  const abandoned = (after: Place | null) => unfinishedAttempts(db, abandonedAfter, after)
  // Each time those after the last ones: some may never be brought to an end, and however many they are, they come
  // before no other twice.
  let last: Place | null = null
  const inTurn = async () => {
    const left = await abandoned(last)
    last = left.length < unfinishedAtOnce ? null : (left.at(-1) ?? null)
    return left
  }
  const recover = async (left: readonly Attempt[], closing: AbortSignal) => {
    const failures = await recoverPayments(db, gateway, left, closing)
    for (const failure of failures) app.log.error(failure, 'A payment could not be settled')
  }
  const begin = repeat(app, recoverEvery, 'Unfinished payments could not be checked', async (closing) =>
    recover(await inTurn(), closing),
  )
  app.addHook('onReady', async () => {
    // The embedded database has one process only, so whatever is unfinished when it starts is abandoned. Read before
    // there is a request that could begin another.
    const left = await (config.databaseUrl === null ? unfinishedAttempts(db, null) : abandoned(null))
    // Who tries again what the crash has cut short finds it finished; but a gateway that is silent keeps nobody out.
    await Promise.race([
      begin((closing) => recover(left, closing)),
      pause(patience, undefined, { ref: false }),
    ])
  })
}
