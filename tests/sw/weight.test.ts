import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { packs } from '#contract/worker.ts'
import { linked } from '#server/pages/template.ts'
import { staticPaths } from '#contract/staticPages.ts'

const client = join(import.meta.dirname, '../../dist/client')
const list = /\[\{"(?:url|revision)":.*?\}\]/.exec(readFileSync(join(client, 'sw.js'), 'utf8'))?.[0] ?? '[]'
const listed: { url: string; revision: string | null }[] = JSON.parse(list)
const files = listed.map(({ url }) => {
  const file = readFileSync(join(client, url))
  return url.endsWith('.html') ? Buffer.from(linked({ html: String(file) }).html) : file
})
const sum = (weights: number[]) => weights.reduce((total, weight) => total + weight, 0)

describe('what a first visit brings for later', () => {
  it('has every page that must open without a network, what they load, and the frame of all others', () => {
    const urls = new Set(listed.map(({ url }) => url))
    const pages = ['pages/frame.html', ...staticPaths.map((path) => `pages${path}.html`)]
    const loaded = pages.flatMap((page) => [
      page,
      ...(readFileSync(join(client, page), 'utf8').match(/assets\/[\w.~$-]+\.(?:js|css)/g) ?? []),
    ])
    expect(loaded.filter((file) => !urls.has(file))).toEqual([])
  })

  it('names by revision whatever may change under its name', () => {
    for (const { url, revision } of listed)
      expect(revision === null, url).toBe(/^assets\/.+-[\w-]{7,8}\.\w+$/.test(url))
  })

  it('comes in packs but for what each page loads itself, and those packs are light', () => {
    const packed: Record<string, string> = JSON.parse(readFileSync(join(client, packs.code), 'utf8'))
    for (const [path, text] of Object.entries(packed))
      expect(text, path).toBe(readFileSync(join(client, path), 'utf8'))
    const isPacked = (url: string) => `/${url}` in packed || url.startsWith('pages/')
    const alone = listed.filter(({ url }) => !isPacked(url)).map(({ url }) => url)
    expect(alone.length, alone.join()).toBeLessThanOrEqual(14)
    // Only scripts, fonts and the favicon, which the browser has from loading a page.
    expect(alone.filter((url) => !/^assets\/.+\.(js|woff2)$|^favicon\./.test(url))).toEqual([])
    expect(readFileSync(join(client, `${packs.code}.br`)).length).toBeLessThanOrEqual(152_400)
  })

  it('weighs 600 kB at most on the line, and 1.5 MB on the phone', () => {
    expect(sum(files.map((file) => gzipSync(file, { level: 9 }).length))).toBeLessThanOrEqual(600_000)
    expect(sum(files.map((file) => file.length))).toBeLessThanOrEqual(1_500_000)
  })
})
