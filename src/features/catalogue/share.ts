import type { Product } from '#contract/catalogue.ts'
import { toCopyToast } from '#contract/constants.ts'
import { productTexts } from '#contract/productTexts.ts'
import { shop } from '#contract/shop.ts'
import { notify } from '#src/ui/notify.ts'

const id = 'share'

/**
 * Hands the piece's address to the device's own share sheet; if there is none, or it refuses, copies the address.
 * Either must directly follow a press, or the browser does not allow it.
 */
export async function share(product: Product): Promise<void> {
  const { name, slug, short_description } = product
  const url = new URL(`/products/${slug}`, location.origin).href
  const data = { title: `${name} | ${shop.name}`, text: short_description, url }
  // Not every browser that can share says what it can share.
  if ('share' in navigator && (!('canShare' in navigator) || navigator.canShare(data))) {
    try {
      return await navigator.share(data)
    } catch (error) {
      // The shopper changed their mind.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    notify.success(productTexts.linkCopied, { id })
  } catch {
    // Pressed long before there was code to respond: the browser counts that press no more, but will count another.
    if (navigator.userActivation?.isActive === false) {
      const action = { label: 'Share', run: () => void share(product) }
      notify.success(productTexts.readyToShare, { id, action })
    } else notify.error(productTexts.copyRefused(url), { id, duration: toCopyToast })
  }
}
