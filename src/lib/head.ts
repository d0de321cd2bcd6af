type Attributes = Record<string, unknown>

/** What the router keeps of a route's `head()`; its types are those of JSX elements, of which only the texts count. */
type HeadMatch = {
  meta?: readonly unknown[] | undefined
  links?: readonly unknown[] | undefined
  headScripts?: readonly unknown[] | undefined
}

/** One element of the document's head. */
export type HeadTag = {
  tag: 'title' | 'meta' | 'link' | 'script'
  attributes: Record<string, string>
  text: string
}

/** The head for these matches: if two say the same thing, the deeper route wins. */
export function headTags(matches: readonly HeadMatch[]): HeadTag[] {
  const tags = new Map<string, HeadTag>()
  for (const match of matches) {
    for (const meta of present(match.meta)) {
      if (typeof meta['title'] === 'string') {
        tags.set('title', { tag: 'title', attributes: {}, text: meta['title'] })
      } else {
        const name = meta['name'] ?? meta['property'] ?? meta['httpEquiv']
        tags.set(`meta ${String(name)}`, { tag: 'meta', attributes: texts(meta), text: '' })
      }
    }
    for (const link of present(match.links)) {
      tags.set(`link ${String(link['rel'])} ${link['rel'] === 'canonical' ? '' : String(link['href'])}`, {
        tag: 'link',
        attributes: texts(link),
        text: '',
      })
    }
    for (const script of present(match.headScripts)) {
      const { children, ...rest } = script
      const text = typeof children === 'string' ? children : ''
      tags.set(`script ${text}`, { tag: 'script', attributes: texts(rest), text })
    }
  }
  return [...tags.values()]
}

/** What a shared link shows of a page that has no better picture. */
const sharedPicture = {
  'og:image': '/pictures/hero/hero-1?w=1280',
  'og:image:alt': 'Diamond solitaire, sapphire halo and diamond eternity rings on a pale background',
}

/** The same tags with Open Graph's own names for what they already say, so that a shared link has title and picture. */
export function withSharing(tags: readonly HeadTag[]): HeadTag[] {
  const valueOf = (key: string) =>
    tags.find(({ attributes }) =>
      [attributes['name'], attributes['property'], attributes['rel']].includes(key),
    )?.attributes
  const said = {
    'og:title': tags.find(({ tag }) => tag === 'title')?.text,
    'og:description': valueOf('description')?.['content'],
    'og:url': valueOf('canonical')?.['href'],
    ...(valueOf('og:image') ? {} : sharedPicture),
  }
  const missing = Object.entries(said).flatMap(([property, content]) =>
    content === undefined || valueOf(property) ? [] : [metaTag({ property, content })],
  )
  return [...tags, ...missing, metaTag({ name: 'twitter:card', content: 'summary_large_image' })]
}

const metaTag = (attributes: Record<string, string>): HeadTag => ({ tag: 'meta', attributes, text: '' })

/**
 * The tags as HTML; `origin` is the shop's own. Each carries `data-head`, so that the browser can find and remove those
 * that do not apply to another page.
 */
export function renderHead(tags: readonly HeadTag[], origin: string): string {
  return tags
    .map((relative) => withOrigin(relative, origin))
    .map(({ tag, attributes, text }) => {
      const written = Object.entries(attributes)
        .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
        .join('')
      const open = `<${tag} data-head=""${written}>`
      if (tag === 'title') return `${open}${escapeHtml(text)}</title>`
      return tag === 'script' ? `${open}${text.replaceAll('<', '\\u003c')}</script>` : open
    })
    .join('')
}

/**
 * Search engines and other sites want whole addresses where a route knows only paths: canonical links, Open Graph
 * and, in structured data, every text that starts with `shop:/`.
 */
function withOrigin({ tag, attributes, text }: HeadTag, origin: string): HeadTag {
  const entries = Object.entries(attributes).map(([name, value]) => {
    const isAddress = attributes['rel'] === 'canonical' || attributes['property']?.startsWith('og:') === true
    return [name, isAddress && value.startsWith('/') ? origin + value : value]
  })
  return { tag, attributes: Object.fromEntries(entries), text: text.replaceAll('"shop:/', `"${origin}/`) }
}

/** The browser's build cannot have the server's (`server/http/escape.ts`), nor the server this one. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const present = (list: readonly unknown[] | undefined): Attributes[] =>
  (list ?? []).flatMap((item) => (typeof item === 'object' && item !== null ? [{ ...item }] : []))

const texts = (attributes: Attributes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
