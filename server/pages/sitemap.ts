import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { categories } from '#contract/listing.ts'
import { customerPaths } from '#contract/customerPages.ts'
import { staticPaths } from '#contract/staticPages.ts'
import { countPieces, listSlugs } from '../catalogue/store.ts'
import { networkOf } from '../calls/networks.ts'
import { onShopChanged } from '../changes.ts'
import { type App, logFailure } from '../http/fastify.ts'
import { compressedItself, finished, sendFinished } from '../answers/finished.ts'
import { makeFairGate } from '../queues/fairGate.ts'
import { notFound } from '../http/problem.ts'
import { describeFailure } from '../process/failure.ts'
import type { Services } from '../services.ts'
import { createPageCache } from './pageCache.ts'

/** Public pages that are not in the catalogue. */
const fixed = [
  '/',
  '/products',
  ...categories.map((category) => category.path),
  '/track-order',
  ...staticPaths,
]

/** What one map may list, by its format. */
const mostListed = 50_000
const mostPieces = mostListed - fixed.length
const uncounted = 'The pieces could not be counted for the site map'
const Part = v.object({ part: v.pipe(v.string(), v.regex(/^[1-9]\d{0,3}$/)) })

/** What search engines may read, and where everything is. */
export function registerForSearchEngines(app: App, { db, config }: Pick<Services, 'db' | 'config'>): void {
  // Thousands of rows each, one after the other: nobody is in such a hurry for one of them.
  const { pass } = makeFairGate(1, 20, { atWork: 0, waiting: 0 })
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        [
          'User-agent: *',
          // Pages with `noindex` are not on this list: a crawler kept from reading them would never see it. Nor is what
          // pages ask for themselves: one that runs their scripts and refused them that would take the shop for offline.
          ...customerPaths.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${config.publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  const always = () => true
  // Kept like the maps, or each address that anybody makes up would have all pieces counted.
  const counts = createPageCache(async () => Math.max(1, Math.ceil((await countPieces(db)) / mostPieces)), {
    isKept: always,
    isWhole: always,
  })
  const countParts = () => counts.get('', (error) => app.log.warn(describeFailure(error), uncounted))
  const maps = createPageCache(
    async (file) => {
      const made = await (file === '' ? makeMap() : makePart(Number(file)))
      return made === null ? null : finished(made)
    },
    { isKept: (map) => map !== null, isWhole: always, pass },
  )
  const ignore = onShopChanged(() => {
    counts.clear()
    maps.clear()
  })
  app.addHook('onClose', async () => ignore())

  /** The whole map or, if it would be too long, the index of its parts. */
  async function makeMap(): Promise<string> {
    const parts = await countParts()
    if (parts === 1) return listOf('url', await pathsOfPart(1))
    return listOf(
      'sitemap',
      Array.from({ length: parts }, (_, index) => `/sitemap-${index + 1}.xml`),
    )
  }
  async function makePart(part: number): Promise<string | null> {
    return part > (await countParts()) ? null : listOf('url', await pathsOfPart(part))
  }
  async function pathsOfPart(part: number): Promise<string[]> {
    const slugs = await listSlugs(db, { start: (part - 1) * mostPieces, size: mostPieces })
    return [...(part === 1 ? fixed : []), ...slugs.map((slug) => `/products/${encodeURIComponent(slug)}`)]
  }
  const listOf = (kind: 'url' | 'sitemap', paths: readonly string[]) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<${kind === 'url' ? 'urlset' : 'sitemapindex'} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
      ...paths.map((path) => `<${kind}><loc>${config.publicUrl}${path}</loc></${kind}>`),
      `</${kind === 'url' ? 'urlset' : 'sitemapindex'}>`,
      '',
    ].join('\n')

  async function sendMap(file: string, request: FastifyRequest, reply: FastifyReply) {
    const map = await maps.get(file, (error) => logFailure(request, error), networkOf(request.ip))
    if (map === null) throw notFound()
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return sendFinished(request, reply, map)
  }
  app.get('/sitemap.xml', compressedItself, async (request, reply) => sendMap('', request, reply))
  app.get('/sitemap-:part.xml', { ...compressedItself, schema: { params: Part } }, async (request, reply) =>
    sendMap(request.params.part, request, reply),
  )
}
