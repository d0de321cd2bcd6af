import { gte, lt, sql } from 'drizzle-orm'
import type { VitalsReport } from '#contract/vitals.ts'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { vitals } from '../db/schema/vitals.ts'

const day = 24 * 3_600_000
/** For how many days a measurement is kept. */
export const keptDays = 30

export async function addVitals(db: Db, report: VitalsReport, at: Date): Promise<void> {
  const { page, screen } = report
  await db.insert(vitals).values(report.vitals.map(({ name, value }) => ({ at, page, screen, name, value })))
}

/**
 * The 75th percentile of page views, by page, screen and metric, over the last so many days. A browser sends each metric
 * of a view once, as it was when the page was first left.
 */
export async function vitalsOf(db: Db, days: number, now: Date) {
  const { page, screen, name, value } = vitals
  return db
    .select({
      page,
      screen,
      name,
      views: sql<number>`count(*)::int`,
      p75: sql<number>`percentile_cont(0.75) within group (order by ${value})`,
    })
    .from(vitals)
    .where(gte(vitals.at, new Date(now.getTime() - days * day)))
    .groupBy(page, screen, name)
    .orderBy(page, screen, name)
}

export async function sweepVitals(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  await removeInPortions(db, vitals, lt(vitals.at, new Date(now.getTime() - keptDays * day)), closing)
}
