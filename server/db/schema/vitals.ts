import { bigint, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { PageKind, Screen, VitalName } from '#contract/vitals.ts'
import { instant } from './columns.ts'

/** How fast pages were for those who let it be measured; nothing says for whom. */
export const vitals = pgTable(
  'vitals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    page: text().$type<PageKind>().notNull(),
    screen: text().$type<Screen>().notNull(),
    name: text().$type<VitalName>().notNull(),
    value: doublePrecision().notNull(),
  },
  (table) => [index('vitals_by_age').on(table.at)],
)
