/** A page as the renderer hands it to the server, which puts the pieces into the document. */
export type RenderedPage =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      /** The address it was rendered for, path and query. */
      href: string
      /** Tags for the head: titles, and preloads of the pictures that are painted first. */
      head: string
      app: string
      /** The query cache, to be embedded as JSON. */
      state: unknown
      /** Ids of the routes shown, by which the server knows scripts and styles. */
      routeIds: string[]
      /** Whether it is the same for every visitor; a customer's pages are only a frame. */
      isShared: boolean
      /** Whether nothing failed of what it reads. That there is no such thing is an answer. */
      isWhole: boolean
    }

/** The built server entry: the server's only way into the shop's pages. */
export type PageRenderer = {
  /** Tells the renderer how to reach the API; called once, before the first page. */
  connect: (transport: (url: string, options: RequestInit) => Promise<Response>) => void
  /** Renders the page at a path and query with its data, as a guest sees it; `origin` is where the public finds it. */
  renderPage: (href: string, origin: string) => Promise<RenderedPage>
  /** Renders what stands around every page, with nothing in it yet. */
  renderFrame: (origin: string) => Promise<RenderedPage>
  /** Whether some page is meant to be at this path, however its data turn out. */
  leadsSomewhere: (path: string) => boolean
  /** The name by which the page at this path is a piece's; null where it is none's. */
  pieceAt: (path: string) => string | null
  /** The path as the page there spells it: the router takes capitals for small letters, a piece or an order does not. */
  ownSpelling: (path: string) => string
}

/** Scripts to preload and styles to inline, by the build's own file names below `/`. */
export type PageAssets = { scripts: string[]; styles: string[] }

/** What the build tells the server of its files. `boot` is the script that loads the others, inline in most pages. */
export type BuildAssets = { boot: string; entry: PageAssets; routes: Record<string, PageAssets> }

/** SHA-256 in base64 of the styles and the script inline in a page, for its Content-Security-Policy. */
export type InlineHashes = { style: string; script: string | null }

/**
 * A page that the build has finished except for what only the running server knows, one file each in
 * `dist/client/pages`. `path` is its address with any query, `*` for every unknown address, and null for the frame,
 * which the browser fills at any address.
 */
export type PreparedPage = {
  file: string
  path: string | null
  status: number
  isShared: boolean
  hashes: InlineHashes
  /** Changes with the file's content. */
  revision: string
}
