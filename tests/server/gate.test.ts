import { expect, test } from 'vitest'
import { makeFairGate } from '#server/queues/fairGate.ts'
import { makeGate } from '#server/queues/gate.ts'
import { atOnce } from '#server/orders/routes.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { ApiError } from '#server/http/problem.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openShop } from '#tests/support/shop.ts'
import { newPiece, readyShopper } from './orders/pieces.ts'

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

test('networks take turns, and of a full queue the network with most in it is refused one', async () => {
  const turns = { atWork: 0, waiting: 0 }
  const gate = makeFairGate(1, 4, turns)
  const first = workUntilTold()
  const begun: string[] = []
  const come = (network: string, name: string) =>
    gate.pass(network, async () => void begun.push(name)).catch((error: unknown) => error)
  const taken = [gate.pass('a', first.work)]
  const crowd = ['a1', 'a2', 'a3', 'a4'].map((name) => come('a', name))
  expect(() => gate.makeSureOfRoom('a')).toThrow(ApiError)
  expect(await come('a', 'a5')).toMatchObject({ statusCode: 503 })
  gate.makeSureOfRoom('b')
  const others = [come('b', 'b1'), come('b', 'b2')]
  // The newest of the crowd have made room, until both networks have as many waiting.
  for (const refused of crowd.slice(2)) expect(await refused).toMatchObject({ statusCode: 503 })
  expect(await come('b', 'b3')).toMatchObject({ statusCode: 503 })
  expect(turns).toEqual({ atWork: 1, waiting: 4 })
  first.finish()
  await Promise.all([...taken, ...crowd, ...others])
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2'])
  expect(turns).toEqual({ atWork: 0, waiting: 0 })
  await expect(gate.pass('a', async () => 'room')).resolves.toBe('room')
})

test('of several networks with more waiting than who comes, the one with most is refused one, and nobody who has passed before', async () => {
  const gate = makeFairGate(1, 5, { atWork: 0, waiting: 0 })
  const first = workUntilTold()
  const begun: string[] = []
  const name = (name: string) => async () => void begun.push(name)
  const come = (network: string, called: string) => gate.pass(network, name(called))
  const taken = [gate.pass('a', first.work), come('b', 'b1'), come('b', 'b2')]
  for (const called of ['begun 1', 'begun 2', 'begun 3']) taken.push(gate.passAgain('a', name(called)))
  // All of those with most waiting have passed before.
  await expect(come('c', 'c1')).rejects.toMatchObject({ statusCode: 503 })
  first.finish()
  await Promise.all(taken)
  expect(begun).toEqual(['b1', 'begun 1', 'b2', 'begun 2', 'begun 3'])

  const second = workUntilTold()
  const later = [gate.pass('a', second.work), come('a', 'a1'), come('a', 'a2')]
  const newest = come('a', 'a3').catch((error: unknown) => error)
  later.push(come('b', 'b3'), come('b', 'b4'), come('c', 'c2'))
  expect(await newest).toMatchObject({ statusCode: 503 })
  second.finish()
  await Promise.all(later)
})

test('nobody who waits has to leave for a network that would have as many waiting then', async () => {
  const gate = makeFairGate(1, 3, { atWork: 0, waiting: 0 })
  const first = workUntilTold()
  const come = (network: string) => gate.pass(network, async () => {})
  const taken = [gate.pass('a', first.work), come('a'), come('a'), come('b')]
  for (const network of ['a', 'b']) await expect(come(network)).rejects.toMatchObject({ statusCode: 503 })
  first.finish()
  await Promise.all(taken)
})

test('where networks take turns, what has passed before is refused by nobody, and is next of its own', async () => {
  const gate = makeFairGate(1, 2, { atWork: 0, waiting: 0 })
  const first = workUntilTold()
  const begun: string[] = []
  const name = (name: string) => async () => void begun.push(name)
  const taken = [
    gate.pass('a', first.work),
    gate.pass('a', name('a1')),
    gate.pass('b', name('b1')),
    gate.passAgain('a', name('a, begun before')),
    gate.passAgain('b', name('b, begun before')),
  ]
  first.finish()
  await Promise.all(taken)
  expect(begun).toEqual(['a, begun before', 'b, begun before', 'a1', 'b1'])
})

test('what has passed before and others rely on is refused by nobody, and goes before all networks', async () => {
  const turns = { atWork: 0, waiting: 0 }
  const gate = makeFairGate(1, 1, turns)
  const first = workUntilTold()
  const begun: string[] = []
  const name = (name: string) => async () => void begun.push(name)
  const taken = [
    gate.pass('a', first.work),
    gate.pass('b', name('new')),
    gate.passAhead(name('begun before')),
    gate.passAhead(name('begun after that')),
  ]
  expect(turns).toEqual({ atWork: 1, waiting: 3 })
  first.finish()
  await Promise.all(taken)
  expect(begun).toEqual(['begun before', 'begun after that', 'new'])
})

test('a payment gateway that does not answer holds up nobody whose payment it does answer', async () => {
  const hanging = Promise.withResolvers<void>()
  const gateway = testGateway()
  // More than may be at the database at a time.
  const hung = atOnce + 1
  let asked = 0
  const shop = await openShop({
    gateway: {
      ...gateway,
      authorise: async (...payment) => {
        asked += 1
        if (asked <= hung) await hanging.promise
        return gateway.authorise(...payment)
      },
    },
  })
  const { id } = await newPiece(shop, { stock: hung + 1 })
  const shoppers = await Promise.all(
    Array.from({ length: hung + 1 }, () => readyShopper(shop, [{ product_id: id }])),
  )
  const waiting = shoppers.slice(0, hung).map((shopper) => shopper.checkout())
  await eventually(() => expect(asked).toBe(hung))
  expect((await shoppers[hung]?.checkout())?.status).toBe(201)
  hanging.resolve()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(hung).fill(201))
  await shop.close()
})
