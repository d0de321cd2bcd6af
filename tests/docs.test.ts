import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md'])
const read = (path: string) => readFileSync(path, 'utf8')

/** The anchor that GitHub makes of a heading: https://docs.github.com/get-started/writing-on-github (section links). */
const anchors = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/**
 * The number of each promise and the cell that names its tests, from every row of the tables of promises; the tables of
 * long runs and of their dates name a file where these name a promise.
 */
const promises = [...read('docs/promises.md').matchAll(/^\| ([A-Z]\d+) +\| (?!`)[^|]+\|([^|]+)\|.*$/gm)].map(
  ([, number = '', shownBy = '']) => ({ number, shownBy }),
)

/** The tests that a cell names, as file patterns. */
const named = (cell: string) =>
  [...cell.matchAll(/`((?:[\w-]+\/)*[\w-]+)`/g)]
    .map(([, name = '']) => name)
    .map((name) => (/^(?:tests|e2e)\//.test(name) ? name : `tests/server/${name}`))

const folders = [
  'bench',
  'catalogue',
  'contract',
  'deploy',
  'docs',
  'e2e',
  'public',
  'server',
  'src',
  'sw',
  'tests',
  'tools',
]
/** CONTRIBUTING explains itself with a feature that does not exist. */
const isExample = (path: string) => /\bgifts\b|\/features\/x$/.test(path)
const isOurs = (path: string) => folders.includes(path.split('/')[0] ?? '') && !isExample(path)
/** With or without its extension: pages name tests and modules by their plain names. */
const isThere = (path: string) =>
  existsSync(path) || globSync([`${path}.*`, `tests/server/${path}*.test.ts`]).length > 0

describe('the pages for engineers', () => {
  it('link to what is there', () => {
    const dead = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => {
          const [file = '', anchor] = link.split('#')
          const target = file === '' ? page : join(dirname(page), file)
          return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor))
        })
        .map((link) => `${page}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  it('name files and commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(/`(?:npm run (?<script>[\w:-]+)|(?<path>(?:\.\/)?(?:\w+\/)+[\w.-]*))[^`]*`/g)]
        .filter(({ groups: { script, path } = {} }) =>
          script === undefined ? path !== undefined && isOurs(path) && !isThere(path) : !(script in scripts),
        )
        .map(([words]) => `${page}: ${words}`),
    )
    expect(missing).toEqual([])
  })

  it('promise each thing once', () => {
    const numbers = promises.map(({ number }) => number)
    expect(numbers).toHaveLength(read('docs/promises.md').match(/^\| [A-Z]\d+ +\| (?!`)/gm)?.length ?? 0)
    expect(numbers.length).toBeGreaterThan(90)
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  it('say of each promise whether tests of it run in the long form only', () => {
    const paragraph = /^.*Tests marked `inLongForm`.*$/m.exec(read('docs/promises.md'))?.[0] ?? ''
    const said = new Set(Array.from(paragraph.matchAll(/\b[A-Z]\d+\b/g), ([number]) => number))
    const unsaid = promises.flatMap(({ number, shownBy }) =>
      globSync(named(shownBy).map((path) => `${path}.spec.ts`))
        .filter((path) => /tag: .*\binLongForm\b/.test(read(path)) && !said.has(number))
        .map((path) => `${number}: ${path}`),
    )
    expect(unsaid).toEqual([])
  })

  it('name tests that exist for what is promised', () => {
    const missing = promises.flatMap(({ number, shownBy }) =>
      named(shownBy)
        .filter((path) => globSync([`${path}.{test,long.test,spec}.{ts,tsx}`]).length === 0)
        .map((path) => `${number}: ${path}`),
    )
    expect(missing).toEqual([])
  })
})
