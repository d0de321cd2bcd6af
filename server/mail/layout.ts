import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { escapeHtml } from '../http/escape.ts'
import type { NewMail } from './outbox.ts'

/** The content of an email, top to bottom; the HTML and the plain text are both made from it. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'action'; label: string; href: string }
  /** A way that most readers do not take. */
  | { kind: 'link'; label: string; href: string }
  /** Lines that belong together, such as an address. */
  | { kind: 'lines'; title: string; lines: readonly string[] }
  /** What is on the left is named, what is on the right is its amount or value. */
  | { kind: 'pairs'; title: string; pairs: readonly (readonly [string, string])[] }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const action = (label: string, href: string): Block => ({ kind: 'action', label, href })
export const link = (label: string, href: string): Block => ({ kind: 'link', label, href })
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

/** The shop's own colours by day; `night` has those of the night, for email programs in dark mode. */
const plum = '#6b2858'
const ink = '#221a1f'
const quiet = '#6f6369'
const line = '#e2d9d0'
const serif = "Georgia, 'Times New Roman', serif"
const sans = "-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif"

const night = `@media (prefers-color-scheme: dark) {
body { background: #17121a !important; }
.sheet { background: #221a25 !important; }
body, h1, strong { color: #f3ecf1 !important; }
.quiet { color: #c7bac4 !important; }
.plum { color: #d4a9c5 !important; }
.button { background: #d4a9c5 !important; color: #221a1f !important; }
.row { border-color: #45394a !important; }
}`

/** A line of plain text is shorter than where email programs would wrap it. */
const widest = 76

/**
 * An email: one calm page, and the same as plain text. Every value is escaped here, so callers pass it as it is.
 */
export function mail(
  to_address: string,
  subject: string,
  heading: string,
  blocks: readonly Block[],
): NewMail {
  return { to_address, subject, html: toHtml(heading, blocks), text: toText(heading, blocks) }
}

function toHtml(heading: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
${night}
</style>
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f4eee6;color:${ink};font:16px/1.6 ${sans};overflow-wrap:anywhere;word-break:break-word">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:32px 28px;background:#fffcf8;border-radius:4px">
<p class="plum" style="margin:0 0 28px;color:${plum};font:600 26px/1.2 ${serif};letter-spacing:0.02em">${escapeHtml(shop.name)}</p>
<h1 style="margin:0 0 16px;color:${ink};font:600 22px/1.3 ${serif}">${escapeHtml(heading)}</h1>
${blocks.map(blockToHtml).join('\n')}
</div>
<p class="quiet" style="max-width:560px;margin:20px auto 0;padding:0 28px;color:${quiet};font-size:13px;line-height:1.5">${signature.map(escapeHtml).join('<br>')}</p>
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
      return `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:4px;background:${plum};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>
<p class="quiet" style="margin:0 0 16px;color:${quiet};font-size:13px">Or open this address: <a class="plum" href="${href}" style="color:${plum};word-break:break-all">${href}</a></p>`
    }
    case 'link':
      return `<p style="margin:0 0 16px"><a class="plum" href="${escapeHtml(block.href)}" style="display:inline-block;padding:10px 0;color:${plum}">${escapeHtml(block.label)}</a></p>`
    case 'lines':
      return `${titleToHtml(block.title)}
<p style="margin:0 0 16px">${block.lines.map(escapeHtml).join('<br>')}</p>`
    case 'pairs':
      return `${titleToHtml(block.title)}
${block.pairs.map(pairToHtml).join('\n')}`
  }
}

/** In email programs that cannot set them apart, they are simply side by side. */
const pairToHtml = ([name, value]: readonly [string, string]): string =>
  `<p class="row" style="display:flex;justify-content:space-between;margin:0;padding:8px 0;border-top:1px solid ${line}"><span style="min-width:0;padding-right:16px">${escapeHtml(name)}</span> <strong style="flex:none;max-width:60%;text-align:right">${escapeHtml(value)}</strong></p>`

const titleToHtml = (title: string): string =>
  `<h2 class="plum" style="margin:24px 0 8px;color:${plum};font:600 16px/1.3 ${serif}">${escapeHtml(title)}</h2>`

function toText(heading: string, blocks: readonly Block[]): string {
  return `${[heading, ...blocks.map(blockToText), `-- \n${signature.join('\n')}`].join('\n\n')}\n`
}

function blockToText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return wrap(block.text)
    case 'action':
    case 'link':
      return `${block.label}:\n${block.href}`
    case 'lines':
      return `${block.title}\n${block.lines.join('\n')}`
    case 'pairs':
      return `${block.title}\n${block.pairs.map(([name, value]) => wrap(`${name}: ${value}`)).join('\n')}`
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
