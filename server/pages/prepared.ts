import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { OfferLineAnswer } from '#contract/content.ts'
import type { PreparedPage } from '#contract/page.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { texts } from '#contract/texts.ts'
import type { App } from '../http/fastify.ts'
import { partsOf } from '../http/partsOf.ts'
import { clientFolder, type PageConfig, serverFolder } from './folders.ts'
import { fillSlots } from './slots.ts'
import type { Document } from './template.ts'

/** The pages that the build has finished, and what this server puts into them. */
export async function loadPrepared(app: App, config: PageConfig, leadsSomewhere: (path: string) => boolean) {
  const listed: PreparedPage[] = JSON.parse(await readFile(join(serverFolder, 'pages.json'), 'utf8'))
  const sources = new Map(
    await Promise.all(
      listed.map(async ({ file }) => [file, await readFile(join(clientFolder, file), 'utf8')] as const),
    ),
  )
  const byPath = new Map(listed.map((page) => [page.path, page]))
  const lost = byPath.get('*')

  return {
    pages: listed,
    lost,
    /** The page for this address, if the build has finished one. Odd spellings are left to the router. */
    find(url: string): PreparedPage | undefined {
      const { path } = partsOf(url)
      return byPath.get(path) ?? (path.includes('%') || leadsSomewhere(path) ? undefined : lost)
    },
    /** The page with its slots filled, as far as possible: if all are, it `isWhole`. */
    async fill({ file, hashes }: PreparedPage): Promise<{ document: Document; isWhole: boolean }> {
      const source = sources.get(file) ?? ''
      const offers = await readOffers(app)
      const html = fillSlots(source, {
        ...config,
        offers: offers ?? [{ text: texts.offerLine }],
        readAt: Date.now(),
      })
      return { document: { hashes, html }, isWhole: offers !== null }
    },
  }
}

/** The offer of the day. Null when it cannot be had: a page must not fail for it. */
async function readOffers(app: App) {
  const answer = await app.inject({ method: 'GET', url: apiRoot + paths.offerLine })
  const checked = v.safeParse(OfferLineAnswer, answer.statusCode === 200 ? answer.json() : null)
  return checked.success ? checked.output.data : null
}

/**
 * The service worker with revisions that change with what this server fills in, so that an installed shop does not go
 * on calling where the API once was.
 */
export async function readWorker(pages: readonly PreparedPage[], config: PageConfig): Promise<string> {
  const source = await readFile(join(clientFolder, 'sw.js'), 'utf8')
  const filling = createHash('sha1').update(`${config.publicUrl} ${config.apiBase}`).digest('hex').slice(0, 8)
  return pages.reduce((text, { revision }) => text.replaceAll(revision, `${revision}-${filling}`), source)
}

/** The replacement for a worker that must be removed. */
export const readRetiredWorker = (): Promise<string> => readFile(join(clientFolder, 'sw-retired.js'), 'utf8')
