import { createHash } from 'node:crypto'
import { notOpened } from '#contract/notOpened.ts'
import { shop } from '#contract/shop.ts'
import { busy } from '../http/problem.ts'
import { escapeHtml } from '../http/escape.ts'

const shopName = escapeHtml(shop.name)

// With nothing of the build, which may be what is broken: the shop's colours, day and night, and the system's own fonts.
const css = `
:root{color-scheme:light dark;--ground:#FFFCF8;--text:#221A1F;--quiet:#554A50;--brand:#6B2858;--rule:#BA7CA6;--on:#FFF}
@media(prefers-color-scheme:dark){:root{--ground:#17121A;--text:#F3ECF1;--quiet:#C7BAC4;--brand:#D4A9C5;--rule:#9D5086;--on:#2A0F22}}
*{box-sizing:border-box;margin:0}
body{display:grid;grid-template-rows:auto 1fr;justify-items:center;min-height:100svh;padding:24px 16px;background:var(--ground);color:var(--text);font:1rem/1.6 system-ui,sans-serif;text-align:center}
a{color:var(--brand);text-decoration-thickness:1px;text-decoration-color:var(--rule);text-underline-offset:.4em}
a:hover{text-decoration-color:currentColor}
a:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.home{display:flex;align-items:center;gap:8px;min-height:44px;font:500 1.75rem/1 Georgia,serif;text-decoration:none}
main{display:grid;justify-items:center;align-content:center;gap:16px;max-width:480px;padding-bottom:20vh}
h1{font:500 clamp(2rem,10.2vw,2.5rem)/1.15 Georgia,serif;text-wrap:balance}
p{color:var(--quiet);text-wrap:balance}
nav{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:12px 24px;margin-top:8px}
nav a{display:flex;align-items:center;min-height:48px;font-weight:500}
.again{padding:12px 28px;border:1px solid transparent;border-radius:2px;background:var(--brand);color:var(--on);text-decoration:none}`

/** What needs no more than this process: for when a page cannot be made. */
const plainPage = (
  status: number,
  title: string,
  words: string,
  headers: Readonly<Record<string, string>>,
) => ({
  status,
  headers: {
    ...headers,
    'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  },
  html:
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${title} | ${shopName}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
    `<style>${css}</style></head><body>` +
    `<header><a class="home" href="/"><img src="/favicon.svg" width="28" height="28" alt="">${shopName}</a></header>` +
    `<main><h1>${title}</h1><p>${words}</p>` +
    '<nav aria-label="Ways on"><a class="again" href="">Try Again</a><a href="/">Back to Home</a></nav></main></body></html>',
})

export const brokenPage = plainPage(
  500,
  notOpened,
  'Something went wrong on our side. Please try again in a moment.',
  {},
)

export const busyPage = plainPage(
  busy.statusCode,
  'The shop is very busy',
  'Please try again in a moment.',
  busy.headers,
)
