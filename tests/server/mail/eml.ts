import type { Shop } from '#tests/support/shop.ts'
import { sendDueMails } from '#server/mail/sender.ts'
import { makeTransport } from '#server/mail/transport.ts'

export const quiet = { warn: () => {} }

/** Sends what waits in the outbox, as the running server does, and reads all emails written so far. */
export async function deliver(shop: Shop): Promise<Eml[]> {
  await sendDueMails({ db: shop.db, config: shop.config, log: quiet }, makeTransport(shop.config))
  return shop.mails().map(readEml)
}

export type Eml = { headers: Map<string, string>; text: string; html: string }

/** An email as an email program sees it: headers by lower-case name, both parts decoded. */
export function readEml(raw: string): Eml {
  const [head, body] = splitHead(raw)
  const headers = readHeaders(head)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) throw new Error('The mail has one part only')
  const parts = body.split(`--${boundary}`).slice(1, -1).map(readPart)
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? ''
  return { headers, text: partOf('text/plain'), html: partOf('text/html') }
}

function readPart(raw: string): { type: string; content: string } {
  const [head, body] = splitHead(raw.trimStart())
  const headers = readHeaders(head)
  const encoding = headers.get('content-transfer-encoding')
  const content =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquote(body)
        : body
  return { type: headers.get('content-type') ?? '', content }
}

function splitHead(raw: string): [string, string] {
  const end = raw.indexOf('\n\n')
  return [raw.slice(0, end), raw.slice(end + 2)]
}

function readHeaders(head: string): Map<string, string> {
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
}

function unquote(body: string): string {
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
