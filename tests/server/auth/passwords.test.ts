import { expect, test } from 'vitest'
import { passwordHasher } from '#server/auth/passwords.ts'

test('a flood of logins is refused beyond two at work and fifty waiting', async () => {
  const passwords = passwordHasher()
  const check = () => passwords.inTurn((verify) => verify('plum-stone-7', null))
  const answers = await Promise.allSettled(Array.from({ length: 60 }, check))
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(52)
  expect(answers.slice(52).map((answer) => answer.status)).toEqual(Array(8).fill('rejected'))
})

test('a hash fits its password and no other, and no hash fits none', async () => {
  const passwords = passwordHasher()
  const check = (password: string, stored: string | null) =>
    passwords.inTurn((verify) => verify(password, stored))
  const stored = await passwords.hash('plum-stone-7')
  expect(await check('plum-stone-7', stored)).toBe(true)
  expect(await check('plum-stone-8', stored)).toBe(false)
  expect(await check('plum-stone-7', null)).toBe(false)
  expect(await passwords.hash('plum-stone-7')).not.toBe(stored)
})
