import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildAssets, PageRenderer, RenderedPage } from '#contract/page.ts'
import type { App } from '../http/fastify.ts'
import { clientFolder, type PageConfig, serverFolder } from './folders.ts'
import { type Document, readTemplate } from './template.ts'

/** Loads the built pages and connects them to the API of this very process, without HTTP in between. */
export async function loadRenderer(app: App, { apiBase, publicUrl }: PageConfig) {
  const renderer = await importRenderer()
  const compose = await readTemplate(clientFolder, await readAssets(), { apiBase })
  renderer.connect(inProcess(app))
  return {
    leadsSomewhere: renderer.leadsSomewhere,
    ownSpelling: renderer.ownSpelling,
    async render(href: string): Promise<{ page: RenderedPage; document: Document | null }> {
      const page = await renderer.renderPage(href, publicUrl)
      return { page, document: page.kind === 'page' ? compose(page, { href: page.href }) : null }
    },
  }
}

/** The built server entry. */
export async function importRenderer(): Promise<PageRenderer> {
  return await import(pathToFileURL(join(serverFolder, 'server-entry.js')).href)
}

/** What the build says of its files. */
export async function readAssets(): Promise<BuildAssets> {
  return JSON.parse(await readFile(join(serverFolder, 'assets.json'), 'utf8'))
}

/** `fetch` for public reads of the API that never leaves the process. */
export const inProcess =
  (app: App) =>
  async (url: string, options: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url, 'http://in.process')
    if (options.method !== undefined && options.method !== 'GET') throw new Error('Pages only read')
    const answer = await app.inject({ method: 'GET', url: pathname + search })
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    })
  }
