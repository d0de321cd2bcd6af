import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageRenderer } from '#contract/page.ts'
import { workerAddress } from '#contract/worker.ts'
import type { Config } from '../config.ts'
import { defaultDataDir } from '../environment.ts'
import { escapeHtml } from '../http/escape.ts'
import type { App } from '../http/fastify.ts'
import { inProcess } from './renderer.ts'

/** A path as it is, for where a pattern is expected. */
const literally = (path: string): string => path.replace(/[^\w/]/g, '\\$&')

/** Serves pages from the sources, with hot replacement: `npm run dev`. Nothing of it is loaded otherwise. */
export async function registerDevelopment(app: App, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const { createServer, resolveConfig } = await import('vite')
  // A list of one's own takes the place of Vite's.
  const { server: usual } = await resolveConfig({ configFile: false }, 'serve')
  // Vite sends any file below the project. Secrets, letters and customers are in these folders.
  const deny = [...usual.fs.deny, `**/${defaultDataDir}/**`, `${literally(dataDir)}/**`]
  const vite = await createServer({
    // Its socket is at the shop's own port. By default it has one of its own, which only the first of several shops gets.
    server: { middlewareMode: true, ws: { server: app.server }, fs: { deny } },
    appType: 'custom',
  })
  // Not `onClose`, which waits for every connection: a page holds its socket for as long as it is open.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => {
    // Vite speaks a websocket and injects scripts of its own.
    reply.removeHeader('content-security-policy')
    if (/^\/(api|pictures)\//.test(request.url)) done()
    else vite.middlewares(request.raw, reply.raw, done)
  })
  // A worker that `npm start` has left in this browser would go on showing the pages of its build.
  app.get(workerAddress, async (_request, reply) => {
    const retired = await vite.transformRequest('/sw/retired.ts')
    if (retired === null) throw new Error('Vite has no sw/retired.ts')
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
    // Registered as a script and not as a module, in which alone there may be an export.
    return reply.send(retired.code.replace('export {}', ''))
  })
  app.get('/*', async (request, reply) => {
    const renderer = (await vite.ssrLoadModule('/src/server-entry.tsx')) as PageRenderer
    renderer.connect(inProcess(app))
    const page = await renderer.renderPage(request.url, `${request.protocol}://${request.host}`)
    if (page.kind === 'redirect') return reply.redirect(page.location, page.status)
    const source = await readFile(join(vite.config.root, 'index.html'), 'utf8')
    const template = await vite.transformIndexHtml(request.url, source)
    const state = JSON.stringify(page.state).replaceAll('<', '\\u003c')
    const html = template
      .replace('<!--head-->', () => page.head)
      .replace('<div id="root">', () => `<div id="root" data-href="${escapeHtml(page.href)}">`)
      .replace('<!--app-->', () => page.app)
      .replace('<!--state-->', () => `<script type="application/json" id="state">${state}</script>`)
    return reply.code(page.status).type('text/html; charset=utf-8').send(html)
  })
}
