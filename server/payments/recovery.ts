import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { few, together } from '../db/together.ts'
import type { App } from '../fastify.ts'
import { release } from '../idempotency.ts'
import { repeat } from '../repeat.ts'
import type { Services } from '../services.ts'
import { moveAttempt, unfinishedAttempts } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import type { PaymentGateway } from './port.ts'

/** The scope in which checkout claims its keys. */
export const checkoutScope = 'checkout'

const second = 1_000

/** An attempt untouched for so long has nobody at work on it: longer than a request may take. */
const abandonedAfter = 30 * second
const recoverEvery = 20 * second

/** Lets go of an approved payment, or pays it back. It stays `releasing`, for later, when the gateway cannot be reached. */
export async function releasePayment(
  db: Db,
  gateway: PaymentGateway,
  attempt: string,
  now: Date,
): Promise<void> {
  await gateway.release(attempt)
  await moveAttempt(db, attempt, ['releasing'], { status: 'released', now })
}

const noteCapture = together<{ id: string; now: Date }, never>(
  'note_capture',
  `update payment_attempts p set status = 'captured', updated_at = asked.now
  from (select * from json_to_recordset($1::json) as a(nth int, id uuid, now timestamptz) where ${few('nth')}) asked
  where p.id = asked.id and p.status = 'ordered'`,
)

/** Takes the money of an order that stands. It stays `ordered`, for later, when the gateway cannot be reached. */
export async function capturePayment(
  db: Db,
  gateway: PaymentGateway,
  attempt: string,
  now: Date,
): Promise<void> {
  await gateway.capture(attempt)
  await noteCapture(db, { id: attempt, now })
}

/**
 * Gives up an attempt that came to no order, and with it its idempotency key, so that the call may be made again.
 * One whose order stands after all is left alone.
 */
export async function abandonPayment(
  db: Db,
  gateway: PaymentGateway,
  attempt: Pick<Attempt, 'id' | 'customer_id' | 'idempotency_key'>,
  now: Date,
): Promise<void> {
  const { id, customer_id, idempotency_key: key } = attempt
  const isGivenUp = await transaction(db, async (tx) => {
    const to = { status: 'releasing', now } as const
    if (await moveAttempt(tx, id, ['started'], to)) {
      if (customer_id !== null) await release(tx, { customer_id, scope: checkoutScope, key })
      return true
    }
    // Also when it was released before: the gateway may have approved it since then. The key was given back that time,
    // and may be another attempt's by now.
    return moveAttempt(tx, id, ['releasing', 'released'], to)
  })
  if (isGivenUp) await releasePayment(db, gateway, id, now)
}

/**
 * Finishes what a crash left behind among the attempts not touched since `before`, or among all: an order that stands is paid for,
 * a payment without an order is let go. Gives the number of attempts it could not finish, which stay for next time.
 */
export async function recoverPayments(
  db: Db,
  gateway: PaymentGateway,
  { before, now }: { before: Date | null; now: Date },
): Promise<number> {
  let failures = 0
  for (const attempt of await unfinishedAttempts(db, before)) {
    try {
      if (attempt.status === 'ordered') await capturePayment(db, gateway, attempt.id, now)
      else await abandonPayment(db, gateway, attempt, now)
    } catch {
      // One that the gateway cannot answer for now must not hold up the others; the caller logs how many.
      failures += 1
    }
  }
  return failures
}

/** Recovers before the first request is taken, and from time to time while the server is up. */
export function scheduleRecovery(app: App, { db, config, clock }: Services, gateway: PaymentGateway): void {
  const recover = async (age: number | null) => {
    const now = clock()
    const before = age === null ? null : new Date(now.getTime() - age)
    const failures = await recoverPayments(db, gateway, { before, now })
    if (failures > 0) app.log.error({ failures }, 'Payments could not be brought to an end')
  }
  // The embedded database has one process only, so whatever is unfinished when it starts is abandoned: also what a clock
  // that has been set back since says is yet to come.
  app.addHook('onReady', () => recover(config.databaseUrl === null ? null : abandonedAfter))
  repeat(app, recoverEvery, 'Payments could not be looked through', () => recover(abandonedAfter))
}
