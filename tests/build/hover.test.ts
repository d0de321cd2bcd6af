import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { media } from '#src/ui/tokens.css.ts'

// Needs the build that `npm test` makes first. Pages inline these files: there are no other styles.
const files = globSync('dist/client/assets/*.css')

const packed = (text: string) => text.replaceAll(/\s/g, '')

/** The selectors with `:hover`, and whether each requires a mouse. */
function hovers(css: string) {
  const around: string[] = []
  const found: { selector: string; isForMouse: boolean }[] = []
  // A quoted text may contain any brackets.
  const bare = css.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '')
  for (const [, head = '', mark] of bare.matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '}') around.pop()
    if (mark !== '{') continue
    if (!head.trim().startsWith('@') && head.includes(':hover')) {
      found.push({ selector: head, isForMouse: around.includes(packed(`@media ${media.hover}`)) })
    }
    around.push(packed(head))
  }
  return found
}

// After a tap a touch screen keeps `:hover` where the finger was, so that its styles would stay on.
it('nothing looks as under a mouse where there is none', () => {
  const all = files.flatMap((file) => hovers(readFileSync(file, 'utf8')))
  expect(all.length).toBeGreaterThan(30)
  const stray = all.filter(({ isForMouse }) => !isForMouse).map(({ selector }) => selector)
  expect(stray, 'wants `hovered` of src/ui/hovered.css.ts').toEqual([])
})
