import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { openPort } from '../tests/support/openPort.ts'

/** Words that are drawn alike each time and do not compress to nothing. */
function* words(): Generator<string> {
  let state = 5
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield state.toString(36)
  }
}

/**
 * A minimal page for a piece: one answer with its style and as much text as fits into the first packets, and one
 * picture, which is named in its first bytes. No script, no font.
 */
function page(): Buffer {
  const drawn = words()
  const paragraph = () => `<p>${Array.from({ length: 40 }, () => drawn.next().value).join(' ')}</p>`
  const text = Array.from({ length: 60 }, paragraph).join('\n')
  return brotliCompressSync(
    `<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1"><title>Ring</title><link rel=preload as=image href=/picture fetchpriority=high><style>body{margin:0;font:16px system-ui}img{width:100%;aspect-ratio:1;display:block}</style></head><body><img src=/picture width=700 height=700 fetchpriority=high alt=Ring><h1>Ring</h1><b>£190</b>${text}</body></html>`,
  )
}

/**
 * Serves it with this picture of the shop's, as a browser gets it that takes no newer format: 40 kB, the weight that a
 * product's picture has anywhere. The shop's own pages then send a lighter one to a phone.
 */
export async function openSmallestPage(pictureAt: string) {
  const answer = await fetch(pictureAt)
  const picture = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(`${pictureAt} is not there: ${answer.status}`)
  const type = answer.headers.get('content-type') ?? 'image/jpeg'
  const html = page()
  const server = createServer(({ url }, response) => {
    if (url === '/')
      return response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'br',
          'content-length': html.length,
        })
        .end(html)
    if (url === '/picture')
      return response
        .writeHead(200, {
          'content-type': type,
          'content-length': picture.length,
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .end(picture)
    return response.writeHead(204).end()
  })
  return {
    port: await openPort(server),
    sizes: { html: html.length, picture: picture.length },
    close: () => server.close(),
  }
}
