import { randomUUID } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { together } from '../db/together.ts'
import { keptFor } from '../calls/idempotency.ts'
import type { Call } from '../calls/idempotency.ts'
import { raisingMails } from '../mail/limits.ts'

type Beginning = {
  id: string
  customer_id: string
  scope: string
  key: string | null
  fingerprint: string
  now: Date
  amount: number
  /** Under which key the order's email is counted; null if it is not. */
  mail_key: string | null
}

/** `mails` is what the count of emails has come to; null if it was not raised. */
export type Begun = { id: string; mails: number | null }

// Of several calls under one key the first begins. Keys are claimed in sorted order, so that no two servers deadlock.
const begin = together<Beginning, { nth: number; mails: number | null }>(
  'begin_order',
  `with asked as materialized (
    select * from json_to_recordset($1::json) as a(nth int, id uuid, customer_id uuid, scope text, key text,
      fingerprint text, now timestamptz, amount int, mail_key text)
  ), firsts as (
    select distinct on (customer_id, scope, key) * from asked where key is not null
    order by customer_id, scope, key, nth
  ), claimed as (
    insert into idempotency_keys (customer_id, scope, key, fingerprint, created_at)
    select customer_id, scope, key, fingerprint, now from firsts order by customer_id, scope, key
    on conflict (customer_id, scope, key) do update set
      fingerprint = excluded.fingerprint, status_code = null, body = null, created_at = excluded.created_at
      where idempotency_keys.created_at < excluded.created_at - interval '${keptFor} milliseconds'
    returning customer_id, scope, key
  ), begun as (
    select * from asked where key is null
    union all
    select firsts.* from firsts join claimed using (customer_id, scope, key)
  ), noted as (
    insert into payment_attempts (id, customer_id, idempotency_key, amount, status, created_at, updated_at)
    select id, customer_id, key, amount, 'started', now, now() from begun
  ), mailed as (
    select mail_key as key, max(now) as now, count(*) as calls from begun where mail_key is not null group by mail_key
  ), raised as (
    ${raisingMails('mailed')}
  )
  select nth, (raised.count - mailed.calls + row_number() over (partition by mail_key order by nth))::int as mails
  from begun left join mailed on mailed.key = mail_key left join raised on raised.key = mail_key`,
)

/**
 * Marks the call as in progress, records that the gateway is about to be asked for `amount` pence, and counts the order's
 * email: all or nothing. If calls come at once under one key, the others wait until the first is committed. Returns the
 * payment attempt, or null if the key was claimed before.
 */
export async function beginOrder(
  db: Db,
  { customer_id, scope, key, fingerprint, now }: Call,
  amount: number,
  mail_key: string | null,
): Promise<Begun | null> {
  const id = randomUUID()
  const begun = await begin(db, { id, customer_id, scope, key, fingerprint, now, amount, mail_key })
  if (begun === null && key === null) throw new Error('A payment attempt was not noted')
  return begun && { id, mails: begun.mails }
}
