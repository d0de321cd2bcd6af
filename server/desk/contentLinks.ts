import type { PageRenderer } from '#contract/page.ts'
import { findMark } from '../catalogue/sources.ts'
import { linksWithin } from '../content/mentions.ts'
import type { Db } from '../db/db.ts'
import { importRenderer } from '../pages/renderer.ts'
import type { Part } from './contentParts.ts'

/** Which items of a part of the home page lead to where the shop has no page, each in a line. */
export async function leadingNowhere(db: Db, part: Part, publicUrl: string): Promise<string[]> {
  // A shop that is not built yet knows no pages, and one that was built of a version before knows no pieces.
  const { leadsSomewhere, pieceAt }: Partial<PageRenderer> = await importRenderer().catch(() => ({}))
  if (leadsSomewhere === undefined || pieceAt === undefined) return []
  const lines = []
  for (const { part: its, item, link, address } of await linksWithin(db, publicUrl)) {
    if (its !== part) continue
    const piece = pieceAt(address.pathname)
    const isThere = piece === null ? leadsSomewhere(address.pathname) : (await findMark(db, piece)) !== null
    if (!isThere) lines.push(`${item} leads to ${link}, which the shop does not have.`)
  }
  return lines
}
