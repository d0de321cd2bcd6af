import { shop } from '#contract/shop.ts'

type Page = { title: string; description: string; path: string }

/** What stands in the document's head for a page of texts. */
export const guideHead = ({ title, description, path }: Page) => ({
  meta: [{ title: `${title} | ${shop.name}` }, { name: 'description', content: description }],
  links: [{ rel: 'canonical', href: path }],
})
