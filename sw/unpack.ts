import type { Pack } from '#contract/worker.ts'

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  html: 'text/html; charset=utf-8',
}

/** How long a pack may be on its way, in milliseconds. */
const limit = 120_000

/** A pack came to a standstill on its way. */
export class TooLate extends Error {}

/**
 * Each file of a pack as the server would have answered it alone. Throws if the pack cannot be loaded whole, `TooLate` if
 * that took too long.
 */
export async function* unpack(
  address: string,
): AsyncGenerator<{ path: string; text: string; file: Response }> {
  const signal = AbortSignal.timeout(limit)
  const { response, pack } = await load(address, signal).catch((error: unknown) => {
    // Of a body that stands still Chromium says only that reading it was ended.
    throw signal.aborted ? new TooLate(`${address} stands still`) : error
  })
  for (const [path, text] of Object.entries(pack)) {
    const type = types[path.split('.').at(-1) ?? '']
    if (type !== undefined)
      yield { path, text, file: new Response(text, { headers: headersOf(response, type) }) }
  }
}

async function load(address: string, signal: AbortSignal): Promise<{ response: Response; pack: Pack }> {
  // Not for the browser's own cache too: nobody asks for it twice.
  const response = await fetch(address, { cache: 'no-store', signal })
  if (!response.ok || response.redirected) throw new Error(`${address} cannot be had: ${response.status}`)
  return { response, pack: await response.json() }
}

/** The pack's own security headers are those that its files' answers would have. */
function headersOf({ headers: given }: Response, type: string): Headers {
  const headers = new Headers(given)
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name)
  headers.set('content-type', type)
  return headers
}
