import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { restockingPercent, returnWindowDays } from '#contract/constants.ts'
import { shop } from '#contract/shop.ts'

/** What a program says, without its comments. */
const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ''))

/** The lines of the code that say something, as `file: line`. */
const linesThat = (say: RegExp, folders = '{contract,server,src,sw}'): string[] =>
  globSync(['index.html', `${folders}/**/*.{ts,tsx}`]).flatMap((path) =>
    withoutComments(readFileSync(path, 'utf8'))
      .split('\n')
      .filter((line) => say.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )

/** The same of what shoppers are told anywhere but in the guides, which README names as a whole: emails about stock go to the jeweller. */
const outsideGuides = (say: RegExp): string[] => {
  const others = /^src\/(features\/guides|routes\/(resources|about_us)\b)|^server\/(?!mail\/(?!stock))/
  return linesThat(say).filter((line) => !others.test(line))
}

/** The fonts' names, and what the program says of itself to whoever starts it. */
const ofTheProgram = /Damson (Serif|Sans)\b|Damson (is open|could not start|had to stop)\b/

it('the shop’s name is in one place, so that whoever changes it has changed it everywhere', () => {
  expect(linesThat(new RegExp(`\\b${shop.name}\\b`)).filter((line) => !ofTheProgram.test(line))).toEqual([
    expect.stringContaining('contract/shop.ts: name: '),
    expect.stringContaining('contract/shopDetails.ts: address: '),
  ])
})

it('that a delivery is free is said where its price is, and nowhere beside it', () => {
  const others = /Returns are not free|lint-free/
  expect(linesThat(/\bfree\b/i, '{contract,src}').filter((line) => !others.test(line))).toEqual([
    expect.stringContaining('contract/shipping.ts: '),
  ])
})

it('what a return costs is said wherever its days are promised in short', () => {
  expect(linesThat(/days? to return/)).toEqual([expect.stringContaining('contract/constants.ts: ')])
  const { promise_items, offer_lines } = JSON.parse(readFileSync('catalogue/catalogue.json', 'utf8'))
  const promised = [...promise_items, ...offer_lines]
    .map((text) => JSON.stringify(text))
    .filter((text) => text.includes('to return'))
  expect(promised).toHaveLength(2)
  for (const text of promised) {
    expect(text).toContain(`${returnWindowDays} days to return`)
    expect(text).toContain(`less ${restockingPercent}%`)
  }
})

it.each([
  ['how long every piece is warranted', /\byears?\b.*\bwarranty\b/i, 'contract/constants.ts: '],
  ['how every parcel is sent', /\binsured\b|\bsigned for\b/i, 'contract/constants.ts: '],
  ['how often the newsletter comes', /\b(times|letters) a year\b/i, 'contract/newsletterTexts.ts: '],
])('outside the guides, %s is said in one place', (_what, say, place) => {
  expect(outsideGuides(say)).toEqual([expect.stringContaining(place)])
})

it('where else a page or an email promises something of the pieces, README tells who makes the shop their own', () => {
  const readme = readFileSync('README.md', 'utf8')
  const promising =
    /\bby hand\b|\bwhite-glove\b|\bpierced\b|\bengrav(e|ed|ing)\b|\bpolish|\bworkshop\b|\b(times|letters) a year\b|\bour bench\b|gold, silver and platinum|\bsapphires?\b/i
  const files = outsideGuides(promising).map((line) => line.replace(/: .*/, ''))
  expect(files.length).toBeGreaterThan(5)
  expect([...new Set(files)].filter((path) => !readme.includes(`\`${path}\``))).toEqual([])
})

it('no tool relies on a piece of the demo, which may be gone', () => {
  const { products } = JSON.parse(readFileSync('catalogue/catalogue.json', 'utf8'))
  const known: string[] = products.flatMap((piece: { slug: string; sku: string }) => [piece.slug, piece.sku])
  expect(known).toHaveLength(112)
  expect(linesThat(new RegExp(`(${known.join('|')})\\b`), 'tools')).toEqual([])
})
