import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PageRenderer, PreparedPage, RenderedPage } from '../contract/page.ts'
import { apiRoot } from '../contract/apiRoot.ts'
import { paths } from '../contract/paths.ts'
import { staticPaths } from '../contract/staticPages.ts'
import { clientFolder, serverFolder } from '../server/pages/folders.ts'
import { importRenderer, readAssets } from '../server/pages/renderer.ts'
import { slots } from '../server/pages/slots.ts'
import { type Compose, readTemplate } from '../server/pages/template.ts'

/** Any address that leads nowhere. */
const nowhere = '/pages/not-found'

/**
 * Finishes the pages whose content is all in the code, for the server and for the service worker: one file each in
 * `dist/client/pages`, and `dist/server/pages.json`, which lists them. Needs a built browser and server entry.
 */
export async function preparePages(): Promise<void> {
  const renderer = await importRenderer()
  renderer.connect(onlyTheOffer)
  const compose = await readTemplate(clientFolder, await readAssets(), slots)
  const pages: PreparedPage[] = []
  for (const path of staticPaths)
    pages.push(
      await prepare(compose, await renderer.renderPage(path, slots.origin), path.slice(1), path, 200),
    )
  pages.push(await prepare(compose, await renderer.renderPage(nowhere, slots.origin), 'not-found', '*', 404))
  pages.push(await prepare(compose, await renderer.renderFrame(slots.origin), 'frame', null, 200))
  await writeFile(join(serverFolder, 'pages.json'), JSON.stringify(pages))
}

async function prepare(
  compose: Compose,
  page: RenderedPage,
  name: string,
  path: string | null,
  status: number,
): Promise<PreparedPage> {
  if (page.kind !== 'page' || page.status !== status) throw new Error(`${name} cannot be prepared`)
  // Without the times of the build: what has not changed must look the same in the next one.
  const state: unknown = JSON.parse(JSON.stringify(page.state), (key, value: unknown) =>
    key === 'dataUpdatedAt' || key === 'dehydratedAt' ? 0 : value,
  )
  const { html, hashes } = compose({ ...page, state }, path === null ? null : { path })
  const file = `pages/${name}.html`
  await mkdir(dirname(join(clientFolder, file)), { recursive: true })
  await writeFile(join(clientFolder, file), html)
  const revision = createHash('md5').update(html).digest('hex')
  return { file, path, status, isShared: page.isShared, hashes, revision }
}

/** The only thing these pages read is the offer of the day; whatever asks for more is no static page. */
const onlyTheOffer: Parameters<PageRenderer['connect']>[0] = (url) =>
  url === apiRoot + paths.offerLine
    ? Promise.resolve(Response.json({ data: [{ text: slots.offer }] }))
    : Promise.reject(new Error(`A page that is the same for everybody must not ask for ${url}`))
