import { report } from './figures.ts'
import { type Bench, measure, settled } from './measuring.ts'
import { untilPainted } from './tapping.ts'

// `npm run bench:tap`: from the tap on a piece in a listing, whose page the browser has preloaded, until that page's
// heading is painted, in the glimpse or in the page itself. On a good line, with and without motion.
const visits = 12
const promised = 100

async function tapOnPiece({ visit }: Bench, piece: number, reducedMotion: 'reduce' | 'no-preference') {
  const page = await visit({ reducedMotion })
  await page.goto('/products/rings')
  const card = page.getByRole('main').getByRole('article').nth(piece)
  const name = await card.getByRole('heading').innerText()
  await card.scrollIntoViewIfNeeded()
  await settled(page)
  const link = card.getByRole('link').first()
  await link.hover()
  await settled(page)
  const painted = untilPainted(page, name)
  await link.tap()
  const taken = await painted
  await page.context().close()
  return taken.heading
}

await measure(async (bench) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const figures: number[] = []
    // The first visit makes the pictures and warms the server.
    for (let visit = -1; visit < visits; visit++) {
      const taken = await tapOnPiece(bench, visit < 0 ? 0 : visit % 8, reducedMotion)
      if (visit >= 0) figures.push(taken)
    }
    report(
      `touch to heading, ${reducedMotion === 'reduce' ? 'without' : 'with'} motion`,
      figures,
      promised,
      'ms',
    )
  }
})
