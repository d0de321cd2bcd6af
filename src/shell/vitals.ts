import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { paths } from '#contract/paths.ts'
import type { PageKind, VitalsReport } from '#contract/vitals.ts'
import { apiBase } from '#src/lib/client.ts'

const customersPages: readonly (readonly [start: string, PageKind])[] = [
  ['/_customer/cart/checkout', 'checkout'],
  ['/_customer/cart', 'cart'],
  ['/_customer', 'account'],
]
const isListing = /^\/(all-jewellery|pendant|products\/)/

/** What kind of page a route is; any that is not listed is one for reading. */
export function pageKindOf(routeId = '__root__'): PageKind {
  if (routeId === '/') return 'home'
  if (routeId === '/products/$slug') return 'piece'
  if (routeId.endsWith('search-results')) return 'search'
  const customers = customersPages.find(([start]) => routeId.startsWith(start))
  return customers?.[1] ?? (isListing.test(routeId) ? 'listing' : 'reading')
}

/**
 * Measures this page view and sends it to the shop when the page is first left, if the shopper still allows it then.
 * What cannot be sent is dropped: a measurement is not worth a second call.
 */
export function measureVitals(routeId: string | undefined, isAllowed: () => boolean): void {
  const seen = new Map<MetricType['name'], MetricType>()
  // Each is one number of one view, however often it grows: nothing tells the shop which of two belong together, and both
  // would count. One that comes back from the browser's memory is measured anew, under other names.
  const sent = new Set<MetricType['id']>()
  const note = (metric: MetricType) => void (sent.has(metric.id) || seen.set(metric.name, metric))
  // Reported at every change: at the end alone, a tap after which the page had no idle moment would be missed when the
  // page is hidden.
  for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) on(note, { reportAllChanges: true })

  const send = () => {
    if (document.visibilityState !== 'hidden' || seen.size === 0 || !isAllowed()) return
    const report: VitalsReport = {
      page: pageKindOf(routeId),
      screen: matchMedia('(max-width: 767.98px)').matches ? 'phone' : 'desktop',
      vitals: Array.from(seen.values(), ({ name, value }) => ({ name, value })),
    }
    for (const { id } of seen.values()) sent.add(id)
    seen.clear()
    fetch(apiBase + paths.vitals, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
    }).catch(() => undefined)
  }
  // After the library's own listeners, which report their final values when the page is hidden.
  document.addEventListener('visibilitychange', send)
}
