import type { FastifyReply, FastifyRequest } from 'fastify'
import { customerPaths, isCustomers } from '#contract/customerPages.ts'
import { takeApart } from '#contract/tracking.ts'
import { type Pack, packs } from '#contract/worker.ts'
import { onShopChanged } from '../changes.ts'
import { type App, type Call, logFailure } from '../http/fastify.ts'
import { answerAtOnce, type AtOnce, ready, type SendAtOnce } from '../answers/atOnce.ts'
import { compressedItself, finished, type FinishedBody, sendFinished } from '../answers/finished.ts'
import { networkOf } from '../calls/networks.ts'
import { makeFairGate } from '../queues/fairGate.ts'
import { tally } from '../metrics/tally.ts'
import { partsOf } from '../http/partsOf.ts'
import { busy } from '../http/problem.ts'
import { seldom } from '../process/seldom.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { isConfidential } from './confidential.ts'
import { answerEarlyForms } from './earlyForms.ts'
import { createPageCache } from './pageCache.ts'
import { leadPasswordManagers } from './passwordManagers.ts'
import { brokenPage, busyPage } from './plainPages.ts'
import { registerFiles } from './files.ts'
import type { PageConfig } from './folders.ts'
import { loadPrepared, readRetiredWorker, readWorker } from './prepared.ts'
import { loadRenderer } from './renderer.ts'
import { contentSecurityPolicy, type Document, linked, linkedHashes, workerPolicy } from './template.ts'

type FinishedPage = {
  kind: 'page'
  status: number
  isShared: boolean
  isWhole: boolean
  contentSecurityPolicy: string
  body: FinishedBody
  /** As `send` does, for pages of the memory. */
  atOnce: AtOnce
}
/** In milliseconds: how often at most the log says that the server is busy. */
const tellAgain = 10_000

/** All addresses that nothing else answers. */
const pageRoute = '/*'

/**
 * How many pages are rendered at a time, and how many wait, from networks that take turns. A shop has few more public
 * addresses without a query than may be requested at once when it has changed. Those with a query, or of orders, are
 * endless, and whoever requests them must neither keep others waiting nor push their pages out of the cache.
 */
const publicPages = { atOnce: 8, waiting: 200, kept: 500 }
const endlessPages = { atOnce: 4, waiting: 60, kept: 200 }

type Redirect = { kind: 'redirect'; status: number; location: string }

/** Serves the built shop: its files as they are, every other address as a page, finished by the build or rendered. */
export async function registerPages(app: App, config: PageConfig): Promise<void> {
  const renderer = await loadRenderer(app, config)
  const prepared = await loadPrepared(app, config, renderer.leadsSomewhere)
  const common = securityHeaders(config.isSecure)
  const finish = (
    page: Pick<FinishedPage, 'status' | 'isShared' | 'isWhole'>,
    document: Document,
    lasting?: string,
  ) =>
    finishedPage(page, document.html, {
      contentSecurityPolicy: contentSecurityPolicy(document.hashes, config.apiBase),
      common,
      lasting,
    })

  const fill = async (file: string, into: (document: Document) => Document = (document) => document) => {
    const page = prepared.pages.find((one) => one.file === file)
    if (page === undefined) throw new Error(`The build has no ${file}`)
    const { document, isWhole } = await prepared.fill(page)
    const own = into(document)
    return finish({ ...page, isWhole }, own, timeless(own.html))
  }
  const packPages = async () => {
    const pack: Pack = {}
    let isWhole = true
    for (const page of prepared.pages) {
      const filled = await prepared.fill(page)
      pack[`/${page.file}`] = linked(filled.document).html
      isWhole &&= filled.isWhole
    }
    // One policy for all: what is their own are links.
    const document = { html: JSON.stringify(pack), hashes: linkedHashes }
    return finish({ status: 200, isShared: false, isWhole }, document, timeless(document.html))
  }
  const isWhole = (page: FinishedPage | Redirect) => page.kind === 'redirect' || page.isWhole
  const always = { isKept: () => true, isWhole }
  const filled = createPageCache((file) => fill(file), always)
  const toBeKept = createPageCache((file) => fill(file, linked), always)
  async function render(href: string): Promise<FinishedPage | Redirect> {
    const { page, document } = await renderer.render(href)
    if (page.kind === 'redirect') return page
    if (document === null) throw new Error(`No document for ${partsOf(href).path}`)
    return finish(page, document)
  }
  const packed = createPageCache(() => packPages(), always)
  // Only good pages for everybody stay in memory: whoever asks for made-up addresses must not push them out.
  const isKept = (page: FinishedPage | Redirect, href: string) =>
    page.kind === 'page' && page.status === 200 && (page.isShared || isCustomersEntry(href))
  const inTurn = ({ atOnce, waiting, kept }: typeof publicPages) => {
    const { pass } = makeFairGate(atOnce, waiting, tally.renders)
    const make = (href: string, network: string) => pass(network, () => render(href))
    return { make, ...createPageCache(render, { isKept, isWhole, most: kept, pass }) }
  }
  const few = inTurn(publicPages)
  const endless = inTurn(endlessPages)
  const rendered = (url: string) => {
    const { path, query } = partsOf(url)
    return query === '' && (isCustomersEntry(path) || !isCustomers(path)) ? few : endless
  }
  /** The page itself says for which address it is. A redirect keeps what was appended. */
  async function find(url: string, network: string, later: (error: unknown) => void) {
    const { bare, appended } = withoutAppended(url)
    const page = await rendered(bare).get(bare, later, network)
    if (page.kind === 'page' || appended === '') return page
    const { location } = page
    return { ...page, location: `${location}${location.includes('?') ? '&' : '?'}${appended}` }
  }
  const ignore = onShopChanged(() => {
    for (const pages of [filled, toBeKept, packed, few, endless]) pages.clear()
  })
  app.addHook('onClose', async () => ignore())

  const tellBusy = seldom((call: Call) => logFailure({ ...call, log: app.log }, busy), tellAgain)
  const tell = ({ method, url }: Call, error: unknown) =>
    error === busy ? tellBusy({ method, url }) : logFailure({ method, url, log: app.log }, error)

  await registerFiles(app, {
    dataDir: config.dataDir,
    worker: config.serviceWorker ? await readWorker(prepared.pages, config) : await readRetiredWorker(),
    policy: workerPolicy(config.apiBase),
  })

  // For the service worker, which keeps them: under addresses of their own, because two of them have no other.
  for (const { file } of prepared.pages) {
    app.get(`/${file}`, compressedItself, async (request, reply) => {
      const page = await toBeKept.get(file, (error) => logFailure(request, error))
      reply.header('x-robots-tag', 'noindex')
      return send(request, reply, { ...page, status: 200 }, { isPublic: true, life: askedAnew })
    })
  }

  app.get(packs.pages, compressedItself, async (request, reply) => {
    const pack = await packed.get(packs.pages, (error) => logFailure(request, error))
    const type = 'application/json; charset=utf-8'
    return send(request, reply, pack, { isPublic: true, life: askedAnew, type })
  })

  await app.register(answerEarlyForms)
  leadPasswordManagers(app)

  // The router's own spelling of an address may be another one than every browser's, such as of `^`: it would be redirected
  // for ever. No page of ours is called so.
  const leadsTo = (from: string, to: string) =>
    URL.parse(from, config.publicUrl)?.href === URL.parse(to, config.publicUrl)?.href

  app.get(pageRoute, compressedItself, async (request, reply) => {
    const network = networkOf(request.ip)
    const isSecret = isConfidential(request.url)
    if (isSecret) reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    // Every mixture of capitals and small letters would be a page of its own, and of these there is no end.
    const { path } = partsOf(request.url)
    const own = renderer.ownSpelling(path)
    if (own !== path) return lead(reply, { status: 301, location: own + request.url.slice(path.length) })
    const later = (error: unknown) => tell(request, error)
    let page: FinishedPage | Redirect
    try {
      const known = prepared.find(request.url)
      if (known !== undefined) page = await filled.get(known.file, later)
      else if (isSecret) page = await rendered(request.url).make(request.url, network)
      else page = await find(request.url, network, later)
      if (page.kind === 'redirect' && leadsTo(request.url, page.location) && prepared.lost !== undefined)
        page = await filled.get(prepared.lost.file, later)
    } catch (error) {
      // The API's way of refusing is of no use to a browser.
      tell(request, error)
      const page = error === busy ? busyPage : brokenPage
      return reply
        .code(page.status)
        .headers({ ...page.headers, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(page.html)
    }
    if (page.kind === 'redirect') return lead(reply, page)
    return send(request, reply, page, { isPublic: page.isShared && page.status === 200 && !isSecret })
  })

  // Before anything else is found out of an address: neither secret pages nor prepared ones nor redirects are kept here.
  answerAtOnce(app, (url) => {
    const { bare } = withoutAppended(url)
    const page = rendered(bare).known(bare, (error) => tell({ method: 'GET', url: bare }, error))
    return page?.kind === 'page' ? page.atOnce : undefined
  })
}

/** One of the few pages from which a customer's others are reached: `/orders`, but not an order's with any number. */
const isCustomersEntry = (path: string) => customerPaths.some((one) => one === path)

/** Each click on an advertisement has an address of its own, and would have a page made of its own. */
function withoutAppended(url: string): { bare: string; appended: string } {
  const { path, query } = partsOf(url)
  const { own, appended } = takeApart(query)
  if (appended === '') return { bare: url, appended }
  return { bare: own === '' ? path : `${path}?${own}`, appended }
}

/** `life` is the Cache-Control of what is public. */
type How = { isPublic: boolean; life?: string; type?: string }

const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'
/**
 * For what the worker keeps: with pages of an earlier build it could not be installed, so a cache in between may not go
 * on sending those after a release. A revision in their addresses would not prevent that: while servers are restarted
 * one after another, an old one would answer for the new revision.
 */
const askedAnew = 'no-cache'

const headersOf = (
  page: Pick<FinishedPage, 'status' | 'isShared' | 'contentSecurityPolicy'>,
  { isPublic, life = shared, type = 'text/html; charset=utf-8' }: How,
): Readonly<Record<string, string>> => ({
  'content-type': type,
  'content-security-policy': page.contentSecurityPolicy,
  'cache-control': isPublic ? life : 'no-store',
  // As the API says that it could not read what the page shows.
  ...(page.status === busy.statusCode && busy.headers),
  ...(!page.isShared && { 'x-robots-tag': 'noindex' }),
})

const lead = (reply: FastifyReply, { status, location }: Pick<Redirect, 'status' | 'location'>) =>
  reply.header('cache-control', 'no-store').redirect(location, status)

function send(request: FastifyRequest, reply: FastifyReply, page: FinishedPage, how: How) {
  const isPublic = how.isPublic && page.isWhole
  reply.code(page.status).headers(headersOf(page, { ...how, isPublic }))
  return sendFinished(request, reply, page.body, isPublic)
}

/**
 * A page of words regardless of when the offer in it was read: who has the same page needs no other. Any other page is
 * another one whenever it was read anew. A cache that heard that its own is still the same would go on giving that out,
 * and every browser would ask again for all that is on it.
 */
const timeless = (html: string): string => html.replaceAll(/(dataUpdatedAt|dehydratedAt)\\?":\d+/g, '')

function finishedPage(
  { status, isShared, isWhole }: Pick<FinishedPage, 'status' | 'isShared' | 'isWhole'>,
  html: string,
  {
    contentSecurityPolicy,
    common,
    lasting,
  }: {
    contentSecurityPolicy: string
    common: Readonly<Record<string, string>>
    lasting: string | undefined
  },
): FinishedPage {
  const body = finished(html, { lasting })
  const headers = {
    ...common,
    ...headersOf({ status, isShared, contentSecurityPolicy }, { isPublic: isShared }),
  }
  const sendReady = ready(body, { status, headers, isShared })
  const send: SendAtOnce = (...call) => {
    const isSent = sendReady(...call)
    if (isSent) tally.pagesFromCache += 1
    return isSent
  }
  const atOnce = { route: pageRoute, send }
  return { kind: 'page', status, isShared, isWhole, contentSecurityPolicy, body, atOnce }
}
