import { categories } from '#contract/listing.ts'
import { customerPaths, staticPaths } from '#contract/staticPages.ts'
import { listSlugs } from '../catalogue/store.ts'
import type { App } from '../fastify.ts'
import type { Services } from '../services.ts'

/** Public pages that are not in the catalogue. */
const fixed = [
  '/',
  '/products',
  ...categories.map((category) => category.path),
  '/track-order',
  ...staticPaths,
]

/** What search engines may read, and where everything is. */
export function registerForSearchEngines(app: App, { db, config }: Pick<Services, 'db' | 'config'>): void {
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(
        [
          'User-agent: *',
          // What says noindex itself is not on this list: who may not read it would never learn that.
          ...['/api/', ...customerPaths].map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${config.publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  app.get('/sitemap.xml', async (_request, reply) => {
    const pieces = (await listSlugs(db)).map((slug) => `/products/${encodeURIComponent(slug)}`)
    const urls = [...fixed, ...pieces].map((path) => `<url><loc>${config.publicUrl}${path}</loc></url>`)
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      )
  })
}
