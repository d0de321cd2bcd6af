import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { inShell } from '#server/process/inShell.ts'

test.each(['/srv/damson/.data', '/home/ada/Damson shop', "/home/ada/Ada's", '/srv/$HOME "x" `id`', '/Ä'])(
  'a command that is printed to be copied means %s, whatever is in it',
  (path) => {
    expect(execFileSync('sh', ['-c', `printf %s ${inShell(path)}`], { encoding: 'utf8' })).toBe(path)
  },
)

test('and is as easy to read as can be', () => {
  expect(inShell('/srv/damson/.data')).toBe('/srv/damson/.data')
})
