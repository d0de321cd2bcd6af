import { apiBase } from '#src/lib/client.ts'
import { paths } from '#contract/paths.ts'

const patience = 5_000

/**
 * Whether the shop's server answers, and nobody in its place: a captive portal answers everything, a proxy answers for
 * a server that is down, and some connections accept and stay silent. Never throws.
 */
export async function probe(): Promise<boolean> {
  try {
    const response = await fetch(`${apiBase}${paths.health}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    })
    const body: unknown = await response.json()
    return (
      response.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok'
    )
  } catch {
    return false
  }
}
