import { expect, test } from 'vitest'
import { withoutEmpty } from '../../tools/startOptions.ts'

test('an empty variable is as good as an absent one, and takes the place of none', () => {
  const given = withoutEmpty({ PUBLIC_URL: '', SESSION_SECRET: undefined, LOG_LEVEL: 'info', PORT: '0' })
  expect(given).toEqual({ LOG_LEVEL: 'info', PORT: '0' })
  expect({ PUBLIC_URL: 'http://127.0.0.1:8080', LOG_LEVEL: 'warn', ...given }).toEqual({
    PUBLIC_URL: 'http://127.0.0.1:8080',
    LOG_LEVEL: 'info',
    PORT: '0',
  })
})
