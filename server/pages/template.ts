import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiRoot } from '#contract/apiRoot.ts'
import type { BuildAssets, InlineHashes, RenderedPage } from '#contract/page.ts'
import { escapeHtml } from '../http/escape.ts'
import { violationsPath } from '../violations/path.ts'

// The order of layers is that of their first mention, and the bundler decides which file comes first.
const layerOrder = '@layer reset,ui,feature;'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** A finished document; `hashes` are those of what is inline in it. */
export type Document = { html: string; hashes: InlineHashes }

/**
 * For which addresses the browser may take a document's markup as it is: one with its query, a path whatever the query
 * (`*`: all unknown addresses), or none.
 */
type Place = { href: string } | { path: string } | null

type Page = Extract<RenderedPage, { kind: 'page' }>
export type Compose = (page: Page, place: Place) => Document

/**
 * Reads the built shell document and returns the function that fills it. It contains everything that a page needs for
 * its first paint: its styles inline, its largest picture preloaded. A small script loads the other scripts once that
 * picture has arrived. It is inline, too: it also asks again for what was lost on the way, and so must not be lost itself.
 */
export async function readTemplate(
  clientFolder: string,
  assets: BuildAssets,
  { apiBase }: { apiBase: string },
): Promise<Compose> {
  const built = await readFile(join(clientFolder, 'index.html'), 'utf8')
  const entry = /<script type="module"[^>]* src="([^"]+)"><\/script>/.exec(built)?.[1]
  if (entry === undefined) throw new Error('The built index.html has no entry script')
  const bare = built
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replaceAll(/\n\s+/g, '\n')
  const styles = await readStyles(clientFolder, assets)
  const boot = await readFile(join(clientFolder, assets.boot), 'utf8')
  if (/<(?:!--|\/?script)/i.test(boot)) throw new Error('The boot script would end its own element')
  const script = hashOf(boot)
  const apiMeta = apiBase === '' ? '' : `<meta name="api-base" content="${apiBase}">`

  return (page, place) => {
    const shown = [
      assets.entry,
      ...page.routeIds.map((id) => assets.routes[id] ?? { scripts: [], styles: [] }),
    ]
    const files = unique(shown.flatMap((part) => part.styles))
    const css = layerOrder + files.map((file) => styles.get(file) ?? '').join('')
    // The router's loader looks for a link before it fetches a chunk's styles; a disabled one is never fetched.
    const links = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`).join('')
    const parts = unique(shown.flatMap((part) => part.scripts)).map((file) => `/${file}`)
    // The one that starts the shop comes last: what it needs runs before it, a piece at a time.
    const scripts = [...parts.filter((part) => part !== entry), entry]
    const state = JSON.stringify(page.state).replaceAll('<', '\\u003c')
    const slots: Record<string, string> = {
      '<!--head-->': `${apiMeta}${page.head}<style>${css}</style>${links}`,
      '<div id="root">': `<div id="root"${attributeOf(place)}>`,
      '<!--app-->': page.app,
      '<!--state-->':
        `<script type="application/json" id="state">${state}</script>` +
        `<script type="application/json" id="scripts">${JSON.stringify(scripts)}</script>` +
        `<script type="module" data-file="/${assets.boot}">${boot}</script>`,
    }
    const html = bare.replaceAll(/<!--(?:head|app|state)-->|<div id="root">/g, (slot) => slots[slot] ?? slot)
    return { html, hashes: { style: hashOf(css), script } }
  }
}

/** Of what is left inline in {@link linked} pages. */
export const linkedHashes: InlineHashes = { style: hashOf(layerOrder), script: null }

/**
 * The same document with links to its styles and its script instead of these themselves: for the service worker, which
 * has the files as well and would keep what all pages share once for each.
 */
export const linked = ({ html }: Pick<Document, 'html'>): Document => ({
  html: html
    .replace(/<style>.*?<\/style>/s, () => `<style>${layerOrder}</style>`)
    .replaceAll(/(<link rel="stylesheet"[^>]*) disabled>/g, '$1>')
    .replace(
      /<script type="module" data-file="([^"]*)">.*?<\/script>/s,
      '<script type="module" src="$1"></script>',
    ),
  hashes: linkedHashes,
})

const attributeOf = (place: Place): string =>
  place === null
    ? ''
    : 'href' in place
      ? ` data-href="${escapeHtml(place.href)}"`
      : ` data-path="${escapeHtml(place.path)}"`

/**
 * What a document with this inline may load and whom it may talk to. No script may run but the shop's own files, of
 * which one is inline; the page's state is data.
 */
export function contentSecurityPolicy({ style, script }: InlineHashes, apiBase: string): string {
  return [
    `default-src 'self'`,
    `script-src 'self'${script === null ? '' : ` 'sha256-${script}'`}`,
    `style-src-elem 'self' 'sha256-${style}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data:${apiBase && ` ${apiBase}`}`,
    `connect-src 'self'${apiBase && ` ${apiBase}`}`,
    `frame-src https://www.openstreetmap.org`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `report-uri ${apiBase}${apiRoot}${violationsPath}`,
  ].join('; ')
}

/** The service worker runs nothing but itself, and asks nobody but the shop. */
export const workerPolicy = (apiBase: string): string =>
  `default-src 'none'; script-src 'self'; connect-src 'self'${apiBase && ` ${apiBase}`}; frame-ancestors 'none'`

async function readStyles(clientFolder: string, assets: BuildAssets): Promise<Map<string, string>> {
  const files = unique([assets.entry, ...Object.values(assets.routes)].flatMap((part) => part.styles))
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, (await readFile(join(clientFolder, file), 'utf8')).trim()] as const),
    ),
  )
}

const unique = <T>(list: T[]): T[] => [...new Set(list)]
