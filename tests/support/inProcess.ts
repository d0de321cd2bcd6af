import type { Transport } from '#src/lib/http.ts'
import type { Shop } from './shop.ts'

/** Takes the browser's calls to this shop, which does not listen. */
export const inProcess =
  (shop: Shop): Transport =>
  async (url, { method = 'GET', headers, body }) => {
    const answer = await shop.app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
    })
    const told = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) told.set(name, String(value))
    return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode, headers: told })
  }
