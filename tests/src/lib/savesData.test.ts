// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { savesData } from '#src/lib/savesData.ts'

const connect = (connection: unknown) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

it.each([
  ['the visitor wants it', { saveData: true, effectiveType: '4g' }, true],
  ['the line is very slow', { saveData: false, effectiveType: 'slow-2g' }, true],
  ['the line is slow', { saveData: false, effectiveType: '2g' }, true],
  ['the line is good enough', { saveData: false, effectiveType: '3g' }, false],
  ['nothing is known of it', {}, false],
  ['the browser does not say', undefined, false],
])('data is saved or not: %s', (_why, connection, saved) => {
  connect(connection)
  expect(savesData()).toBe(saved)
})
