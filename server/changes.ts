import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from './db/db.ts'

/** What servers on one PostgreSQL call to each other. */
const channel = 'damson_changed'
/** How long the database may take to answer, in milliseconds. */
const patience = 10_000
/** How often it is asked whether it is still there: when nothing changes it sends nothing. */
const askedEvery = 30_000

const listeners = new Set<() => void>()

/** Calls `listener` whenever the shop's people change what the shop shows; returns the function that stops it. */
export function onShopChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const touchListeners = new Set<() => void>()

/**
 * Calls `listener` whenever a customer of this process has bought, sent back or reviewed pieces; returns the function
 * that stops it.
 */
export function onPiecesTouched(listener: () => void): () => void {
  touchListeners.add(listener)
  return () => touchListeners.delete(listener)
}

/**
 * Announces a sale, return or review. Call it after the change. Other processes see it a second later, and are not
 * called for every sale.
 */
export function announceTouch(): void {
  for (const listener of touchListeners) listener()
}

/**
 * Announces that pieces or contents were changed, to this process and to all on the same database. Call it after the
 * change.
 */
export async function announceChange(db: Db): Promise<void> {
  tell()
  await db.execute(sql`select pg_notify(${channel}, '')`)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * Hears of changes made by other processes on a PostgreSQL server. The embedded database has no others.
 * @param retryAfter how long after a connection was lost, or could not be had, the next one is tried, in milliseconds
 */
export async function hearOfChanges(
  databaseUrl: string,
  retryAfter = 5_000,
): Promise<{ stop: () => Promise<void> }> {
  let client: pg.Client | null = null
  let isStopped = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    })
    fresh.on('notification', tell)
    // Not `once`: a connection that is cut says so twice, and what nobody hears ends the process.
    fresh.on('error', () => void again(fresh))
    fresh.once('end', () => void again(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      // One that may not listen, such as a standby's, would be one more each time.
      void fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
  }
  async function again(lost: pg.Client): Promise<void> {
    if (isStopped || client !== lost) return
    client = null
    while (!isStopped && client === null) {
      await pause(retryAfter, undefined, { ref: false })
      // The pool tells the log of a database that is away; here it only means to try again.
      await connect().then(tell, () => {})
    }
  }

  await connect()
  // What was read before it listened may be of before a change that it was not told of.
  tell()
  const asking = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => {
      void again(asked)
      void asked.end().catch(() => undefined)
    })
  }, askedEvery).unref()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(asking)
      await client?.end()
    },
  }
}
