import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { emailAddress, inOneLine } from '#contract/fields.ts'

const Email = emailAddress('missing', 'malformed')
const said = (typed: string) => v.safeParse(Email, typed).issues?.[0].message

it('an email address with a host in another alphabet is the one whose host is in ASCII', () => {
  expect(v.parse(Email, 'Ada@Bücher.example')).toBe('ada@xn--bcher-kva.example')
})

it('a host longer than any is refused without being converted: of a long one that would keep everybody waiting', () => {
  const convert = vi.spyOn(globalThis, 'URL')
  const manyLetters = String.fromCodePoint(...Array.from({ length: 5_000 }, (_, index) => 0x4e00 + index))
  expect(said(`ada@${manyLetters}.example`)).toBe('malformed')
  expect(convert).not.toHaveBeenCalled()
  convert.mockRestore()
})

it.each(['ada@[127.0.0.1]', 'ada@[ipv6:::1]', 'ada@127.0.0.1', 'ada@10.1', 'ada@0x7f.0x1'])(
  'an address of a machine instead of a name is none that email is sent to: %s would lead into the shop’s own network',
  (typed) => {
    expect(said(typed)).toBe('malformed')
  },
)

it('a host whose name has digits is as good as any', () => {
  expect(v.parse(Email, 'ada@1.2.163.example')).toBe('ada@1.2.163.example')
  expect(v.parse(Email, 'ada@163.com')).toBe('ada@163.com')
})

it.each([
  ['Gold\nring', 'Gold ring'],
  ['Gold \r\n\t ring', 'Gold ring'],
  ['Gold \n \n ring\u2028', 'Gold ring'],
  ['Gold  ring', 'Gold  ring'],
])('%j is %j in one line', (typed, expected) => {
  expect(v.parse(v.pipe(v.string(), inOneLine), typed)).toBe(expected)
})

it('however many spaces there are, they are read in no time: by the square of a million it would take half an hour', () => {
  const text = `a${' '.repeat(1_000_000)}b`
  expect(v.parse(v.pipe(v.string(), inOneLine), text) === text).toBe(true)
})
