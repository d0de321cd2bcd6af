import { join } from 'node:path'
import * as v from 'valibot'
import { matches } from '../answers/caching.ts'
import type { App } from '../http/fastify.ts'
import { whenHungUp } from '../http/hungUp.ts'
import { networkOf } from '../calls/networks.ts'
import { notFound } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { knownMasters, noSuchPicture } from './imported.ts'
import { formatFor, widthFor } from './sizes.ts'
import { keepVariants } from './variants.ts'

const PictureQuery = v.object({
  v: v.optional(v.pipe(v.string(), v.maxLength(64))),
  w: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'Width must be a whole number'), v.transform(Number)),
  ),
})
const PicturePath = v.object({ '*': v.pipe(v.string(), v.maxLength(200)) })

/** In seconds: an address without the picture's own hash may show another picture tomorrow. */
const freshUnhashed = 300

/** `/pictures/<name>?v=<hash>&w=<width>`, in the best format the browser shows. */
export function registerPictures(app: App, { db, config }: Services): void {
  const variantOf = keepVariants(join(config.dataDir, 'pictures'))
  const masterOf = knownMasters(db)
  app.get(
    '/pictures/*',
    { schema: { params: PicturePath, querystring: PictureQuery } },
    async ({ params, query, headers, ip }, reply) => {
      const master = await masterOf(params['*'])
      if (master === null) throw notFound(noSuchPicture)
      const width = widthFor(query.w, headers['save-data'] === 'on')
      const format = formatFor(headers.accept)
      const etag = `"${master.hash}-${width}-${format}"`
      reply.headers({
        vary: 'Accept, Save-Data',
        etag,
        'cache-control':
          query.v === master.hash
            ? 'public, max-age=31536000, immutable'
            : `public, max-age=${freshUnhashed}`,
      })
      if (matches(headers['if-none-match'], etag)) return reply.code(304).send()
      const caller = { network: networkOf(ip), gone: whenHungUp(reply) }
      const picture = await variantOf({ name: params['*'], master, width, format }, caller)
      return reply.type(`image/${format}`).send(picture)
    },
  )
}
