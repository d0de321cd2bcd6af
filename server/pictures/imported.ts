import { eq } from 'drizzle-orm'
import { keep } from '../answers/bounded.ts'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { gathered } from '../db/gathered.ts'
import { picture_masters } from '../db/schema/catalogue.ts'
import { notFound } from '../http/problem.ts'
import { pictureName, picturePath, versionedAddress } from './addresses.ts'
import { findMaster, isMasterName } from './masters.ts'
import type { Master } from './masters.ts'

/** A picture that comes with an import: its name in the shop, and its AVIF in base64 (none in a dry run). */
export type NewPicture = { name: string; hash: string; content: string | null }

/** Where imported pictures are, among the names of all. */
export const importedFolder = 'own'

export const noSuchPicture = 'There is no such picture'

/** Keeps them in the database, where every server finds them. One of the same name is the same picture. */
export async function keepPictures(db: Db, pictures: readonly NewPicture[], now: Date): Promise<void> {
  for (const { name, hash, content } of pictures) {
    if (content === null) continue
    const values = { name, hash, content: Buffer.from(content, 'base64'), created_at: now }
    await db.insert(picture_masters).values(values).onConflictDoNothing()
  }
}

/**
 * The master of a name, from the pictures that come with the shop or from those that were imported.
 * @throws {ApiError} 404 from its `content` when somebody has removed it from the database meanwhile
 */
export async function findAnyMaster(db: Db, name: string): Promise<Master | null> {
  if (!isImported(name)) return findMaster(name)
  // Asked together, nothing may be among the names that the database refuses.
  const hash = isMasterName(name) ? await hashOf(db, name) : null
  return hash === null ? null : importedMaster(db, name, hash)
}

/**
 * One query serves all who ask while another runs: anybody may ask for made-up pictures, and must not be able to keep the
 * database from its work.
 */
const hashOf = gathered(async (db, names: readonly string[]) => {
  const hashes = await hashesOf(db, names)
  return names.map((name) => hashes.get(name) ?? null)
})

/** The hashes of those of these that were imported, by their names. */
async function hashesOf(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const { name, hash } = picture_masters
  const found = await db.select({ name, hash }).from(picture_masters).where(isAmong(name, names))
  return new Map(found.map((row) => [row.name, row.hash]))
}

const importedMaster = (db: Db, name: string, hash: string): Master => ({
  hash,
  content: () => contentOf(db, name),
})

const isImported = (name: string): boolean => name.startsWith(`${importedFolder}/`)

async function contentOf(db: Db, name: string): Promise<Buffer> {
  const { content } = picture_masters
  const [whole] = await db.select({ content }).from(picture_masters).where(eq(picture_masters.name, name))
  // The shop itself removes none.
  if (whole === undefined) throw notFound(noSuchPicture)
  return whole.content
}

/** In the order of their use; a name and its hash take some hundred bytes. */
const mostKnown = 10_000

/**
 * {@link findAnyMaster} that asks the database for each imported picture's hash once: a name has its content's hash in
 * it, so another content has another name. Most requests are for a variant that lies in a file, and during an import
 * the embedded database answers nobody.
 */
export function knownMasters(db: Db): (name: string) => Promise<Master | null> {
  const hashes = new Map<string, string>()
  return async (name) => {
    const hash = hashes.get(name)
    const master = hash === undefined ? await findAnyMaster(db, name) : importedMaster(db, name, hash)
    if (master !== null && isImported(name)) keep(hashes, mostKnown, name, master.hash)
    return master
  }
}

/** The versioned address of a picture that the shop has, by its path; null when it has none such. */
export const knownPicture = async (db: Db, path: string): Promise<string | null> =>
  (await knownPictures(db, [path])).get(path) ?? null

/** The versioned addresses, by their paths, of those of these pictures that the shop has. */
export async function knownPictures(db: Db, paths: readonly string[]): Promise<Map<string, string>> {
  const names = new Set(paths.flatMap((path) => pictureName(path) ?? []))
  const hashes = await hashesOf(db, [...names].filter(isImported))
  for (const name of names) {
    const master = isImported(name) ? null : await findMaster(name)
    if (master !== null) hashes.set(name, master.hash)
  }
  return new Map([...hashes].map(([name, hash]) => [picturePath(name), versionedAddress(name, hash)]))
}

/** What the shop calls a picture: one that it has under this very path, as after an export, is no new one. */
export async function nameInShop(db: Db, path: string, { name, hash }: NewPicture): Promise<string> {
  const before = path.replace(/\.avif$/, '')
  const there = await findAnyMaster(db, before)
  return there?.hash === hash ? before : name
}

/**
 * Stores pictures for an import that will then refer to them by path alone; a picture that the shop already has under
 * its path is not stored twice.
 */
export async function keepAhead(
  db: Db,
  pictures: Readonly<Record<string, NewPicture>>,
  now: Date,
): Promise<void> {
  for (const [path, picture] of Object.entries(pictures)) {
    if ((await nameInShop(db, path, picture)) === picture.name) await keepPictures(db, [picture], now)
  }
}
