import { describe, expect, it } from 'vitest'
import { fontWeight, pageWeights } from '../../tools/pageWeights.ts'

// Needs the build that `npm test` makes first.
const publicPages = pageWeights().filter(({ route }) => !route.startsWith('/_customer'))

describe('a public page stays light', () => {
  it.each(publicPages)('$route', ({ scripts, styles }) => {
    expect(scripts).toBeLessThanOrEqual(125_700)
    expect(styles).toBeLessThanOrEqual(20_000)
  })

  it('fonts', () => expect(fontWeight()).toBeLessThanOrEqual(60_000))

  it('and it is all of them that are weighed', () => {
    expect(publicPages.length).toBeGreaterThanOrEqual(20)
    expect(fontWeight()).toBeGreaterThan(20_000)
  })
})
