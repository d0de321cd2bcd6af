import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { emailAddress } from '#contract/fields.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Engine, engines, makeDatabase } from '#tests/support/shop.ts'

/** As it was stored, and as it is afterwards. */
const accounts = [
  ['plain@example.com', 'plain@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['\u200bzo\u00eb@exam\u{ad}ple\u3002com', 'zo\u00eb@example.com'],
  ['\uff57ide@example.com', 'wide@example.com'],
  ['\u0001trade\u2122@example.com', 'tradetm@example.com'],
  ['no\u{1d173}tes\u{e0020}@example.com', 'notes@example.com'],
  // No address by now.
  ['a\uff20b@example.com', 'a\uff20b@example.com'],
  // Another's, who has it as it is.
  ['pl\u{ad}ain@example.com', 'pl\u{ad}ain@example.com'],
  // Of two, whoever proved it.
  ['tw\u{ad}o@example.com', 'tw\u{ad}o@example.com'],
  ['two\u{ad}@example.com', 'two@example.com'],
  // The host as its server is found; and of two that are one, the other stays.
  ['me@b\u00fccher.example', 'me@xn--bcher-kva.example'],
  ['\u4f1f@\u4f8b\u5b50.\u4e2d\u56fd', '\u4f1f@xn--fsqu00a.xn--fiqs8s'],
  ['a@m\u00fcnchen-ost.stra\u00dfe.\u0440\u0444', 'a@xn--mnchen-ost-9db.xn--strae-oqa.xn--p1ai'],
  ['both@b\u00fccher.example', 'both@b\u00fccher.example'],
  ['both@xn--bcher-kva.example', 'both@xn--bcher-kva.example'],
  // Somebody who comes by a provider.
  ['prov\u{ad}ed@example.com', 'prov\u{ad}ed@example.com'],
] as const

test.each(engines())(
  'addresses that were stored in another spelling are found again on %s',
  async (engine) => {
    const { where, discard } = await emptyPlace(engine)
    const database = await openDatabase(where)
    try {
      const { db } = database
      await migrateUntil(database, 'spelled_once')
      for (const [email] of accounts) {
        await db.execute(sql`insert into customers (email, first_name, last_name, contact_no, email_verified_at)
        values (${email}, 'Ada', 'Quince', '1', ${email.startsWith('two') ? '2026-11-01' : null})`)
        await db.execute(
          sql`insert into contact_messages (name, email, subject, message) values ('Ada', ${email}, '', '')`,
        )
        await db.execute(sql`insert into newsletter_subscribers (email, confirm_token, unsubscribe_token, confirmed_at)
        values (${email}, ${email}, ${email}, ${email.startsWith('two') ? '2026-11-01' : null})`)
      }
      await db.execute(sql`insert into newsletter_subscribers (confirm_token, unsubscribe_token, unsubscribed_at)
      values ('gone', 'gone', now())`)
      await db.execute(sql`insert into identities (customer_id, issuer, subject)
      select id, 'issuer', 'subject' from customers where email = ${'prov\u{ad}ed@example.com'}`)
      await migrate(database)
      const emails = async (query: ReturnType<typeof sql>) =>
        (await db.execute<{ email: string }>(query)).rows.map(({ email }) => email).toSorted()
      const expected = accounts.map(([, email]) => email).toSorted()
      expect(await emails(sql`select email from customers`)).toEqual(expected)
      const subscribed = expected.map((email) => email.replace('prov\u{ad}ed', 'proved')).toSorted()
      expect(await emails(sql`select email from newsletter_subscribers where email is not null`)).toEqual(
        subscribed,
      )
      // As one who writes in them today is taken; several may be one person's.
      const taken = accounts.map(([email]) => v.safeParse(emailAddress('', ''), email))
      const written = accounts.map(([email], place) => {
        const { success, output } = taken[place] ?? { success: false }
        return success ? output : email
      })
      expect(await emails(sql`select email from contact_messages`)).toEqual(written.toSorted())
    } finally {
      await database.close()
      await discard()
    }
  },
)

test.each(engines())(
  'pieces that were stored before are found without their accents on %s',
  async (engine) => {
    const { where, discard } = await emptyPlace(engine)
    const database = await openDatabase(where)
    try {
      const { db } = database
      await migrateUntil(database, 'Names are found without')
      for (const name of ['étoile ring', 'star ring'])
        await db.execute(sql`insert into products
        (sku, slug, name, description, short_description, meta_title, meta_description, price, stock_quantity,
          low_stock_threshold, weight, search_names)
        values (${name}, ${name}, ${name}, '', '', '', '', 1, 1, 1, 1, ${name})`)
      await migrate(database)
      const { rows } = await db.execute(sql`select search_names from products order by id`)
      expect(rows).toEqual([{ search_names: 'étoile ring etoile ring' }, { search_names: 'star ring' }])
      const found = await db.execute(sql`select name from piece_sets where kind = '=' and name = 'etoile'`)
      expect(found.rows).toHaveLength(1)
    } finally {
      await database.close()
      await discard()
    }
  },
)

test.each(engines())(
  'pieces that were stored before are found by the words on both sides of a slash or a full stop on %s',
  async (engine) => {
    const { where, discard } = await emptyPlace(engine)
    const database = await openDatabase(where)
    try {
      const { db } = database
      await migrateUntil(database, 'as `wordsIn`')
      for (const name of ['½ carat cuff/bangle', 'st.christopher', '16-18in chain', 'plain, well-made chain'])
        await db.execute(sql`insert into products
        (sku, slug, name, description, short_description, meta_title, meta_description, price, stock_quantity,
          low_stock_threshold, weight, search_names)
        values (${name}, ${name}, ${name}, '', ${name}, '', '', 1, 1, 1, 1, ${name})`)
      await migrate(database)
      const words = sql`select kind, name, piece_ids(segment, bits) as id from piece_sets where kind in ('A', 'B', 'D')`
      const { rows } = await db.execute(sql`select name, id from (${words}) words order by id, name`)
      const kept = (id: number, ...some: string[]) => some.map((name) => ({ name, id }))
      expect(rows).toEqual([
        ...kept(1, '1', '2', 'bangl', 'carat', 'cuff'),
        ...kept(2, 'christoph', 'st'),
        ...kept(3, '16', '18in', 'chain'),
        ...kept(4, 'chain', 'made', 'plain', 'well', 'well-mad'),
      ])
      const noted = await db.execute(sql`select id from piece_changes`)
      expect(noted.rows).toEqual([])
    } finally {
      await database.close()
      await discard()
    }
  },
)

/** Applies the migrations before the one that has these words. */
async function migrateUntil(database: Database, words: string) {
  const all = readMigrationFiles({ migrationsFolder: 'server/db/migrations' })
  const place = all.findIndex((one) => one.sql.some((text) => text.includes(words)))
  await migrate(database, all[place - 1]?.hash ?? '')
}

async function emptyPlace(engine: Engine) {
  const own = engine === 'postgres' ? await makeDatabase('template0') : null
  const dataDir = mkdtempSync(join(tmpdir(), 'damson-spelling-'))
  return {
    where: { dataDir, databaseUrl: own?.url ?? null },
    discard: async () => {
      await own?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
