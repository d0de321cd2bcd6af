import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { workerAddress } from '#contract/worker.ts'
import { matches } from '../caching.ts'
import { describeFailure } from '../failure.ts'
import type { App } from '../fastify.ts'
import { clientFolder } from './folders.ts'
import { keepAssets } from './keptAssets.ts'

/**
 * Serves the files of the build as they are, those of earlier builds that open pages may still ask for, and the
 * service worker, which may do what its `policy` says. `dataDir` is where earlier builds' files are kept.
 */
export async function registerFiles(
  app: App,
  { dataDir, worker, policy }: { dataDir: string; worker: string; policy: string },
) {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'index.html', 'pages/**', 'sw*.js'],
    setHeaders(reply, path) {
      const lasting = path.includes('/assets/')
        ? 'public, max-age=31536000, immutable'
        : // Of another build, a pack is of no use.
          path.includes('/packs/')
          ? 'no-cache'
          : 'public, max-age=86400'
      reply.header('cache-control', lasting)
    },
  })

  const keptFolder = join(dataDir, 'assets')
  const kept = await keepAssets(join(clientFolder, 'assets'), keptFolder).catch((error: unknown) => {
    // A full disk costs pages of earlier builds a reload, not everybody the shop.
    app.log.error(describeFailure(error), 'The files of this build could not be kept for the next one')
    return new Set<string>()
  })
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*']
    if (kept.has(name)) return reply.sendFile(name, keptFolder)
    // A vanished chunk must never be answered with a page: the browser would try to run it.
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
  })

  const etag = `"${createHash('sha1').update(worker).digest('base64url')}"`
  app.get(workerAddress, (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', etag, 'content-security-policy': policy })
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(worker)
  })
}
