import type { OfferLine } from '#contract/content.ts'
import { escapeHtml } from '../http/escape.ts'

/** The build's placeholders for values that only the running server knows: addresses and the offer of the day. */
export const slots = {
  /** In place of the shop's own origin. */
  origin: 'shop:',
  apiBase: '{api-base}',
  offer: '{offer-line}',
}

const slot =
  /"shop:\/|\{api-base\}|\[\{"text":"\{offer-line\}"\}\]|\{offer-line\}|"(dataUpdatedAt|dehydratedAt)":0\b/g

export type Filling = {
  publicUrl: string
  apiBase: string
  /** None: the shop has no offer. */
  offers: readonly OfferLine[]
  /** When the offers were read, in milliseconds since 1970. */
  readAt: number
}

/** Fills what the build left open in a page. */
export function fillSlots(html: string, { publicUrl, apiBase, offers, readAt }: Filling): string {
  return html.replaceAll(slot, (found, moment: string | undefined) => {
    if (moment !== undefined) return `"${moment}":${readAt}`
    if (found === slots.apiBase) return apiBase
    if (found === slots.offer) return escapeHtml(offers[0]?.text ?? '')
    if (found === `"${slots.origin}/`) return `"${publicUrl}/`
    return JSON.stringify(offers).replaceAll('<', '\\u003c')
  })
}
