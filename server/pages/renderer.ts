import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuildAssets, PageRenderer, RenderedPage } from '#contract/page.ts'
import type { Config } from '../config.ts'
import type { App } from '../fastify.ts'
import { type Document, readTemplate } from './template.ts'

/** The built shop, below the project's root. */
export const clientFolder = join(import.meta.dirname, '../../dist/client')
const serverFolder = join(import.meta.dirname, '../../dist/server')

export type PageConfig = Pick<Config, 'apiBase' | 'publicUrl'>

export type Render = (href: string) => Promise<{ page: RenderedPage; document: Document | null }>

/** Loads the built pages and connects them to the API of this very process, without HTTP in between. */
export async function loadRenderer(app: App, { apiBase, publicUrl }: PageConfig): Promise<Render> {
  const renderer: PageRenderer = await import(pathToFileURL(join(serverFolder, 'server-entry.js')).href)
  const assets: BuildAssets = JSON.parse(await readFile(join(serverFolder, 'assets.json'), 'utf8'))
  const compose = await readTemplate(clientFolder, assets, { apiBase })
  renderer.connect(inProcess(app))
  return async (href) => {
    const page = await renderer.renderPage(href, publicUrl)
    return { page, document: page.kind === 'page' ? compose(page) : null }
  }
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
