import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '#server/http/fastify.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/demo/seed.ts'
import { paymentGateway } from '#server/payments/gateway.ts'
import { startPostgres } from '../tools/postgres.ts'
import { percentile } from './figures.ts'
import { growCatalogue } from './growCatalogue.ts'
import { plotOf } from './growthPlot.ts'

// `npm run bench:growth [-- 1000 10000 100000 1000000]`: how long lists take on PostgreSQL as the catalogue grows.
// No answer comes from a cache; what the server made of a piece that it has seen before is kept, as in a real shop.
const given = process.argv.slice(2).map(Number)
const sizes = given.length === 0 ? [1_000, 10_000, 100_000] : given
const samples = 60
/** Asked before the clock runs, so that code and connections are warm. */
const first = 8
/** What a list may take with a hundred thousand pieces, in milliseconds. */
const promised = { at: 100_000, within: 50, kinds: ['listing', 'filter', 'search'] }
/** How many times as long anything may take with a million pieces. */
const growth = { from: 10_000, to: 1_000_000, below: 10 }

const orders = ['best_match', 'price_low_high', 'price_high_low', 'newest']
const filters = [
  'category=Rings&price=300-600',
  'material=Sterling Silver&sort_by=price_low_high',
  'gemstone=Sapphire&price=900-',
  'is_new=true&sort_by=newest',
  'category=Earrings&material=18ct Yellow Gold&gemstone=Diamond',
  'price=0-300&price=300-600&min_weight=2&max_weight=4',
  'collection=The Bridal Edit&sort_by=price_high_low',
]
const facets = [
  '',
  'within=rings',
  'category=Earrings&price=300-600',
  'material=Sterling Silver',
  'gemstone=Diamond&is_new=true',
]
const queries = [
  'sapphire ring',
  'gold',
  'velara',
  'diamond earrings',
  'saphire',
  'braclet',
  'marewick',
  'silver chain',
]
const nth = (list: readonly string[], index: number) => list[index % list.length] ?? ''

const kinds: Record<string, (index: number, size: number) => string> = {
  listing: (index) => `${paths.products}?page=${1 + (index % 7)}&sort_by=${nth(orders, index)}`,
  filter: (index) => `${paths.products}?${nth(filters, index)}&page=${1 + (index % 3)}`,
  facets: (index) => `${paths.filter}?${nth(facets, index)}`,
  search: (index) => `${paths.search}?query=${nth(queries, index)}&page=${1 + (index % 2)}`,
  detail: (index, size) => `${paths.products}${1_001 + ((index * 7_919) % (size - 200))}/`,
  related: (index, size) =>
    `${paths.randomProducts}?limit=4&related_to=${1_001 + ((index * 7_919) % (size - 200))}`,
  // Each address is another, so that none is answered from memory.
  popular: (index) => `${paths.popularCategories}?${index}`,
}

async function ask(app: App, path: (index: number) => string): Promise<number[]> {
  const took: number[] = []
  for (let index = 0; index < first + samples; index += 1) {
    const begun = performance.now()
    const answer = await app.inject({ url: encodeURI(apiRoot + path(index)) })
    if (answer.statusCode !== 200) throw new Error(`${path(index)} was answered with ${answer.statusCode}`)
    if (index >= first) took.push(performance.now() - begun)
  }
  return took
}

const curves = new Map<string, { size: number; p95: number }[]>()

async function measure(databaseUrl: string, some: readonly number[]): Promise<void> {
  const patient = new URL(databaseUrl)
  // Making a million pieces takes statements longer than a shop allows.
  patient.searchParams.set('statement_timeout', '0')
  const config = readConfig({
    DATABASE_URL: patient.href,
    SESSION_SECRET: 'only for a database that is thrown away',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
  })
  const database = await openDatabase(config)
  await migrate(database)
  await seed(database.db)
  const app = await createApp({ db: database.db, config, gateway: paymentGateway() })
  for (const size of some) {
    await growCatalogue(database.db, size)
    for (const [kind, path] of Object.entries(kinds)) {
      const took = await ask(app, (index) => path(index, size))
      const p95 = percentile(took, 0.95)
      const isKept = size !== promised.at || !promised.kinds.includes(kind) || p95 <= promised.within
      if (!isKept) process.exitCode = 1
      console.log(
        `| ${size} | ${kind} | ${percentile(took, 0.5).toFixed(1)} ms | ${p95.toFixed(1)} ms${isKept ? '' : `, promised ${promised.within}`} |`,
      )
      curves.set(kind, [...(curves.get(kind) ?? []), { size, p95 }])
    }
  }
  await app.close()
  await database.close()
}

/** A catalogue of a size that is there already, because a million takes long to make: `CATALOGUE_1000000=postgresql://…` */
const madeOf = (size: number) => process.env[`CATALOGUE_${size}`]

console.log('| pieces | what | median | p95 |\n| ---: | --- | ---: | ---: |')
const postgres = startPostgres()
if (postgres === null) throw new Error('This needs a PostgreSQL on the machine')
try {
  await measure(
    postgres.url,
    sizes.filter((size) => madeOf(size) === undefined),
  )
} finally {
  postgres.stop()
}
for (const size of sizes) {
  const made = madeOf(size)
  if (made !== undefined) await measure(made, [size])
}
for (const [kind, figures] of curves) {
  const [from, to] = [growth.from, growth.to].map((at) => figures.find(({ size }) => size === at)?.p95)
  if (from === undefined || to === undefined) continue
  const isKept = to / from < growth.below
  if (!isKept) process.exitCode = 1
  console.log(
    `${isKept ? 'kept  ' : 'MISSED'} ${(to / from).toFixed(1)} times from ${growth.from} to ${growth.to} (promised below ${growth.below})  ${kind}`,
  )
}
writeFileSync(new URL('../docs/growth.svg', import.meta.url), plotOf(curves))
console.log(`\nmachine's load average over one minute, at the end: ${loadavg()[0]?.toFixed(2)}`)
