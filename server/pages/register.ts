import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matches } from '../caching.ts'
import { type App, logFailure } from '../fastify.ts'
import { isConfidential } from './confidential.ts'
import { createPageCache } from './pageCache.ts'
import { type PageConfig, clientFolder, loadRenderer, type Render } from './renderer.ts'

type FinishedPage =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      isShared: boolean
      contentSecurityPolicy: string
      etag: string
      bodies: Record<Encoding, Buffer>
    }
type Encoding = 'br' | 'gzip' | 'identity'

/** Serves the built shop: its files as they are, every other address as a rendered page. */
export async function registerPages(app: App, config: PageConfig): Promise<void> {
  const render = await loadRenderer(app, config)
  const pages = createPageCache((href) => finish(render, href), isKept)

  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', '.vite/**', 'index.html'],
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      )
      reply.removeHeader('content-security-policy')
    },
  })
  // A vanished chunk must never be answered with a page: the browser would try to run it.
  app.get('/assets/*', (_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').send('Not found'),
  )

  app.get('/*', async (request, reply) => {
    const isSecret = isConfidential(request.url)
    if (isSecret) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    let page: FinishedPage
    try {
      page = isSecret
        ? await finish(render, request.url)
        : await pages.get(request.url, (error) => logFailure(request, error))
    } catch (error) {
      // A browser can do nothing with the API's way of saying so.
      logFailure(request, error)
      return reply
        .code(500)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(brokenPage)
    }
    if (page.kind === 'redirect')
      return reply.header('cache-control', 'no-store').redirect(page.location, page.status)
    return send(request, reply, page, { isPublic: page.isShared && page.status === 200 && !isSecret })
  })
}

const brokenPage =
  '<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Damson</title><h1>This page could not be opened</h1>' +
  '<p>Something went wrong on our side. Please try again in a moment.</p><p><a href="/">Back to Home</a></p></html>'

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Extract<FinishedPage, { kind: 'page' }>,
  { isPublic }: { isPublic: boolean },
) {
  reply.headers({
    'content-security-policy': page.contentSecurityPolicy,
    'cache-control': isPublic ? 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' : 'no-store',
    vary: 'Accept-Encoding',
  })
  if (!page.isShared) reply.header('x-robots-tag', 'noindex')
  if (isPublic) {
    reply.header('etag', page.etag)
    if (matches(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).type('text/html; charset=utf-8').send(page.bodies[encoding])
}

async function finish(render: Render, href: string): Promise<FinishedPage> {
  const { page, document } = await render(href)
  if (page.kind === 'redirect' || document === null) {
    if (page.kind !== 'redirect') throw new Error(`No document for ${href.split('?')[0] ?? ''}`)
    return page
  }
  const plain = Buffer.from(document.html)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(plain),
  ])
  return {
    kind: 'page',
    status: page.status,
    isShared: page.isShared,
    contentSecurityPolicy: document.contentSecurityPolicy,
    etag: `W/"${createHash('sha1').update(plain).digest('base64url')}"`,
    bodies: { br, gzip: gz, identity: plain },
  }
}

/** Only good pages stay in memory: whoever asks for made-up addresses must not push them out. */
const isKept = (page: FinishedPage): boolean => page.kind === 'page' && page.status === 200

function encodingFor(accepted: string | undefined): Encoding {
  const names = (accepted ?? '').split(',').map((part) => part.trim())
  const takes = (name: string) =>
    names.some((part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}
