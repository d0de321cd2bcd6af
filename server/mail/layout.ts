import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'

/** What a mail says, top to bottom; the HTML and the plain text are both made of it. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'action'; label: string; href: string }
  /** Lines that belong together, such as an address. */
  | { kind: 'lines'; title: string; lines: readonly string[] }
  /** What is on the left is named, what is on the right is its amount or value. */
  | { kind: 'pairs'; title: string; pairs: readonly (readonly [string, string])[] }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const action = (label: string, href: string): Block => ({ kind: 'action', label, href })
export const lines = (title: string, given: readonly string[]): Block => ({
  kind: 'lines',
  title,
  lines: given,
})
export const pairs = (title: string, given: readonly (readonly [string, string])[]): Block => ({
  kind: 'pairs',
  title,
  pairs: given,
})

const plum = '#4a1f3d'
const ink = '#2b2230'
const quiet = '#6d6470'
const serif = "Georgia, 'Times New Roman', serif"
const sans = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"

/** A line of plain text stays short of where mail programs would fold it. */
const widest = 76

/** One calm page and the same as plain text. Every value is escaped here, so callers pass it as it is. */
export function layout(heading: string, blocks: readonly Block[]): { html: string; text: string } {
  return { html: toHtml(heading, blocks), text: toText(heading, blocks) }
}

function toHtml(heading: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f7f3f6;color:${ink};font:16px/1.6 ${sans}">
<div style="max-width:560px;margin:0 auto;padding:32px 28px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 28px;color:${plum};font:600 26px/1.2 ${serif};letter-spacing:0.02em">${escapeHtml(shop.name)}</p>
<h1 style="margin:0 0 16px;color:${ink};font:600 22px/1.3 ${serif}">${escapeHtml(heading)}</h1>
${blocks.map(blockToHtml).join('\n')}
</div>
<p style="max-width:560px;margin:20px auto 0;padding:0 28px;color:${quiet};font-size:13px;line-height:1.5">${signature.map(escapeHtml).join('<br>')}</p>
</body>
</html>
`
}

function blockToHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`
    case 'action': {
      const href = escapeHtml(block.href)
      return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${plum};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>
<p style="margin:0 0 16px;color:${quiet};font-size:13px">Or open this address: <a href="${href}" style="color:${plum};word-break:break-all">${href}</a></p>`
    }
    case 'lines':
      return `${titleToHtml(block.title)}
<p style="margin:0 0 16px">${block.lines.map(escapeHtml).join('<br>')}</p>`
    case 'pairs':
      return `${titleToHtml(block.title)}
${block.pairs.map(([name, value]) => `<p style="margin:0 0 6px">${escapeHtml(name)}: <strong>${escapeHtml(value)}</strong></p>`).join('\n')}`
  }
}

const titleToHtml = (title: string): string =>
  `<h2 style="margin:24px 0 8px;color:${plum};font:600 16px/1.3 ${serif}">${escapeHtml(title)}</h2>`

function toText(heading: string, blocks: readonly Block[]): string {
  return `${[heading, ...blocks.map(blockToText), `-- \n${signature.join('\n')}`].join('\n\n')}\n`
}

function blockToText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return wrap(block.text)
    case 'action':
      return `${block.label}:\n${block.href}`
    case 'lines':
      return `${block.title}\n${block.lines.join('\n')}`
    case 'pairs':
      return `${block.title}\n${block.pairs.map(([name, value]) => `${name}: ${value}`).join('\n')}`
  }
}

const signature = [
  shop.name,
  shop.tagline,
  shopDetails.address.join(', '),
  `${shopDetails.email}, ${shopDetails.phone}`,
]

function wrap(text: string): string {
  const wrapped: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > widest) {
      wrapped.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...wrapped, line].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for values in quotes. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
