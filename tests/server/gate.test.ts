import { expect, test } from 'vitest'
import { makeGate } from '#server/gate.ts'
import { ApiError } from '#server/problem.ts'

function workUntilTold() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { work: () => promise, finish: resolve, fail: reject }
}

test('no more than the given number run at once, and the rest go on in their order', async () => {
  const gate = makeGate(2, 50)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, () => workUntilTold())
  const done = works.map(({ work }, index) =>
    gate.pass(() => {
      begun.push(index)
      return work()
    }),
  )
  expect(begun).toEqual([0, 1])
  works[1]?.finish()
  await done[1]
  expect(begun).toEqual([0, 1, 2])
  works[0]?.fail(new Error('a hash that failed gives its place on'))
  await expect(done[0]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2, 3])
  for (const { finish } of works) finish()
  await Promise.all(done.slice(1))
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('what would wait behind too many is refused with 503 and when to come again, then taken once there is room', async () => {
  const gate = makeGate(1, 2)
  const first = workUntilTold()
  const taken = [gate.pass(first.work), gate.pass(async () => {}), gate.pass(async () => {})]
  const refusal = await gate.pass(async () => {}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ statusCode: 503, code: 'unavailable', headers: { 'retry-after': '2' } })
  first.finish()
  await Promise.all(taken)
  await expect(gate.pass(async () => 'room')).resolves.toBe('room')
})
