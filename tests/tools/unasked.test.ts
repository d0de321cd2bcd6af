import { readFileSync, readdirSync } from 'node:fs'
import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { leaveOut, named } from '../../tools/unasked/leaveOut.ts'
import { knownReleases, unasked } from '../../tools/unasked/names.ts'

const names = new Set(unasked)
const withoutSpace = (code: string) => code.replaceAll(/\s+/g, '')
const packageOf = (library: string) => `node_modules/${library}`

/** The modules of a library in the form that the browser's build takes. */
function modulesOf(library: string) {
  const from = `${packageOf(library)}/${library.includes('router') ? 'dist/esm' : 'build/modern'}`
  return readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, code: readFileSync(`${from}/${file}`, 'utf8') }))
}

describe('what nobody asks of a library', () => {
  it.each(Object.entries(knownReleases))(
    'is known for the release that is installed: %s',
    (library, known) => {
      const { version } = JSON.parse(readFileSync(`${packageOf(library)}/package.json`, 'utf8'))
      expect(version).toBe(known)
    },
  )

  const undeclared = (code: string) =>
    new Linter()
      .verify(code, [{ languageOptions: { sourceType: 'module' }, rules: { 'no-undef': 'error' } }])
      .map(({ message }) => message)

  it('is met, each of it, and nothing that stays needs it', () => {
    const met = new Set<string>()
    // What is never sent may need it: the build says so if it is sent after all.
    const sent = Object.keys(knownReleases)
      .flatMap(modulesOf)
      .filter(({ file }) => !/nfinite|useBlocker|-server|isServer/.test(file))
    const changed = sent
      .map(({ code }) => ({ code, less: leaveOut(code, names, met) }))
      .filter(({ code, less }) => less !== code)
    for (const { code, less } of changed)
      expect(undeclared(code)).toEqual(expect.arrayContaining(undeclared(less)))
    expect([...met].toSorted()).toEqual([...names].toSorted())
  })

  const one = new Set(['gone'])

  it.each([
    ['a method', 'class A { kept() {} gone() { return 1 } }', 'class A { kept() {} }'],
    ['a field of a class', 'class A { gone = 1; kept = 2 }', 'class A { kept = 2 }'],
    ['a method of each object’s own', 'this.gone = (a) => a; this.kept = 1', 'this.kept = 1'],
    ['an entry', 'f({ gone: a, kept: b, "gone": c })', 'f({ kept: b, })'],
    ['an option', 'if (options.gone ?? options.kept) f()', 'if ((void 0) ?? options.kept) f()'],
    ['an option of what may be missing', 'f(options?.gone?.(1))', 'f((void 0)?.(1))'],
    ['what lies within what is gone', 'class A { gone() { this.gone() } }', 'class A { }'],
    [
      'nothing of a variable of that name',
      'const gone = 1; f(gone, a[gone])',
      'const gone = 1; f(gone, a[gone])',
    ],
  ])('is taken out: %s', (_what, code, less) =>
    expect(withoutSpace(leaveOut(code, one))).toBe(withoutSpace(less)),
  )

  it.each([
    ['writes', 'this.gone = 1'],
    ['counts', 'this.gone++'],
    ['calls', 'this.gone()'],
    ['makes', 'new a.gone()'],
    ['takes away', 'delete a.gone'],
    ['takes apart', 'const { gone } = a'],
  ])('is refused where the library itself %s it', (_what, code) =>
    expect(() => leaveOut(code, one)).toThrow('needs gone itself'),
  )

  it.each([
    'a.gone()',
    'a["gone"]',
    'f({ gone: 1 })',
    'const { gone } = a',
    'f("gone")',
    'class A { gone() {} }',
  ])('is noticed where somebody does ask for it: %s', (code) =>
    expect(named(code, 'page.js', one)).toBe('gone'),
  )

  it.each(['gone()', 'a[gone]', '// a.gone', 'f("long gone")'])('is not where nobody does: %s', (code) =>
    expect(named(code, 'page.js', one)).toBeUndefined(),
  )
})
