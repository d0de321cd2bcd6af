import { shopDetails } from '#contract/shopDetails.ts'

/** The shop's email address and telephone, as links in a sentence. */
export function ShopContact() {
  return (
    <>
      <a href={`mailto:${shopDetails.email}`}>{shopDetails.email}</a> or{' '}
      <a href={shopDetails.phoneHref}>{shopDetails.phone.replaceAll(' ', '\u00a0')}</a>
    </>
  )
}
