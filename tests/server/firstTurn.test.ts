import { expect, test, vi } from 'vitest'
import { makeFairGate } from '#server/queues/fairGate.ts'
import { atFirstTurn } from '#server/queues/firstTurn.ts'

/** Work that is done when it is told to be. */
function job() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: vi.fn<() => Promise<string>>(() => promise), finish: () => resolve('made') }
}

test('what two networks want is made once, at the first turn of either, and the other’s turn takes no place meanwhile', async () => {
  const counts = { atWork: 0, waiting: 0 }
  const gate = makeFairGate(2, 10, counts)
  const [one, two, three, shared] = [job(), job(), job(), job()]
  const others = [gate.pass('first', one.work), gate.pass('first', two.work), gate.pass('first', three.work)]
  const ask = atFirstTurn(gate.pass, shared.work, () => undefined)
  const asked = [ask('first'), ask('second'), ask('second')]
  expect(counts).toEqual({ atWork: 2, waiting: 3 })

  one.finish()
  await others[0]
  two.finish()
  await others[1]
  await vi.waitFor(() => expect(shared.work).toHaveBeenCalledOnce())
  three.finish()
  await others[2]
  // The first network's turn has come, and goes to whoever is next.
  await vi.waitFor(() => expect(counts).toEqual({ atWork: 1, waiting: 0 }))
  shared.finish()
  expect(await Promise.all(asked)).toEqual(['made', 'made', 'made'])
  expect(shared.work).toHaveBeenCalledOnce()
})

test('what all were refused before it was begun is given up, and who comes later has it made', async () => {
  const gate = makeFairGate(1, 1, { atWork: 0, waiting: 0 })
  const blocker = job()
  const blocking = gate.pass('first', blocker.work)
  const waiting = gate.pass('first', async () => 'waited')
  const givenUp = vi.fn<() => void>()
  const shared = job()
  const ask = atFirstTurn(gate.pass, shared.work, givenUp)
  await expect(ask('first')).rejects.toThrow('very busy')
  expect([givenUp.mock.calls.length, shared.work.mock.calls.length]).toEqual([1, 0])
  blocker.finish()
  await Promise.all([blocking, waiting])
  shared.finish()
  expect(await ask('first')).toBe('made')
})
