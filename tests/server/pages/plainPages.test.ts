import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { brokenPage, busyPage } from '#server/pages/plainPages.ts'

it.each([brokenPage, busyPage])(
  'a page that stands in for another is dressed, and leads on: $status',
  ({ html, headers }) => {
    const [, css = ''] = /<style>(.+)<\/style>/s.exec(html) ?? []
    expect(css).toContain('prefers-color-scheme:dark')
    const hash = createHash('sha256').update(css).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
    expect([...html.matchAll(/href="([^"]*)">[^<]+<\/a>/g)].map(([, href]) => href)).toEqual(['', '/'])
  },
)
