import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { workerAddress } from '#contract/worker.ts'
import { matches } from '../answers/caching.ts'
import { describeFailure } from '../process/failure.ts'
import type { App } from '../http/fastify.ts'
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
  const [ownFolder, keptFolder] = [join(clientFolder, 'assets'), join(dataDir, 'assets')]
  const lasting = [ownFolder, keptFolder].map((folder) => folder + sep)
  const packs = join(clientFolder, 'packs') + sep
  const lifeOf = (path: string) => {
    if (lasting.some((folder) => path.startsWith(folder))) return 'public, max-age=31536000, immutable'
    // Of another build, a pack is of no use.
    return path.startsWith(packs) ? 'no-cache' : 'public, max-age=86400'
  }
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'assets/**', 'index.html', 'pages/**', 'sw*.js'],
    setHeaders: (reply, path) => void reply.header('cache-control', lifeOf(path)),
  })

  const own = new Set(await readdir(ownFolder))
  const kept = await keepAssets(ownFolder, keptFolder).catch((error: unknown) => {
    // A full disk may cost pages of earlier builds a reload, but must not cost everybody the shop.
    app.log.error(describeFailure(error), 'The files of this build could not be kept for the next one')
    return new Set<string>()
  })
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*']
    // Rather than the build's own folder, which the next build replaces while this one is still served.
    if (kept.has(name)) return reply.sendFile(name, keptFolder)
    if (own.has(name)) return reply.sendFile(name, ownFolder)
    // A vanished chunk must never be answered with a page: the browser would try to run it. Nor may a cache keep the
    // answer: while servers are restarted one after another, the next one may have the file.
    reply.code(404).header('cache-control', 'no-store')
    return reply.type('text/plain; charset=utf-8').send('Not found')
  })

  const etag = `"${createHash('sha1').update(worker).digest('base64url')}"`
  app.get(workerAddress, (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', etag, 'content-security-policy': policy })
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(worker)
  })
}
