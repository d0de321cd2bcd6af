import { shop } from '#contract/shop.ts'

/** The shop's email address and telephone, as links in a sentence. */
export function ShopContact() {
  return (
    <>
      <a href={`mailto:${shop.email}`}>{shop.email}</a> or <a href={shop.phoneHref}>{shop.phone}</a>
    </>
  )
}
