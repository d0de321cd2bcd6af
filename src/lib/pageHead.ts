import { shop } from '#contract/shop.ts'

/** What crawlers, and sites that link to a page, are told about it. */
type Told = {
  description?: string | undefined
  /** The page's canonical address. */
  path?: string
  /** `noindex`: no search leads here; `noindex, follow`: but its links count. */
  robots?: 'noindex' | 'noindex, follow' | undefined
  /** The page's address carries a secret that no other site may see as a referrer. */
  isSecret?: true
  /** Open Graph properties by their names without `og:`. */
  openGraph?: Record<string, string>
  /** Structured data (https://schema.org). */
  data?: readonly object[]
}

/**
 * A page's head with its full title. The browser needs only the title as the shopper moves between pages; the rest is
 * in the documents that the server sends, so give it as `import.meta.env.SSR && {…}`: then the browser's code does
 * without it.
 */
export const headOf = (title: string, told: Told | false) => ({
  meta: [{ title }, ...(import.meta.env.SSR && told ? metaOf(told) : [])],
  ...(import.meta.env.SSR && told && linksOf(told)),
})

/** The same, with the page's name and the shop's as its title. */
export const pageHead = (name: string, told: Told | false) => headOf(`${name} | ${shop.name}`, told)

const metaOf = ({ description, robots, isSecret, openGraph = {} }: Told) => [
  ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ...(robots === undefined ? [] : [{ name: 'robots', content: robots }]),
  ...(isSecret ? [{ name: 'referrer', content: 'no-referrer' }] : []),
  ...Object.entries(openGraph).map(([name, content]) => ({ property: `og:${name}`, content })),
]

const linksOf = ({ path, data = [] }: Told) => ({
  links: path === undefined ? [] : [{ rel: 'canonical', href: path }],
  scripts: data.map((one) => ({ type: 'application/ld+json', children: JSON.stringify(one) })),
})
