import { expect, test } from 'vitest'
import { texts } from '#contract/texts.ts'
import { AppError, messageOf } from '#src/lib/AppError.ts'

const fallback = 'Failed to load wishlist'

test.each([
  ['what the server said', new AppError('unavailable', 'We are stocktaking', 503), 'We are stocktaking'],
  ['the default where it said nothing', new AppError('internal', texts.somethingWentWrong, 500), fallback],
  [
    'the default where nobody answered',
    new AppError('server_unreachable', texts.networkError, 500),
    fallback,
  ],
  ['the default for what is no answer', new TypeError('undefined is not a function'), fallback],
])('of an error is shown: %s', (_case, error, shown) => {
  expect(messageOf(error, fallback)).toBe(shown)
})

test('the network is blamed only where nobody answered', () => {
  const answered = new AppError('internal', texts.somethingWentWrong, 500)
  const unanswered = new AppError('offline', texts.networkError, 500)
  expect(messageOf(answered, texts.networkError)).toBe(texts.somethingWentWrong)
  expect(messageOf(unanswered, texts.networkError)).toBe(texts.networkError)
})
