import { afterEach, describe, expect, test } from 'vitest'
import { several } from '#tests/server/orders/pieces.ts'
import { endServers, openServer } from '#tests/support/program.ts'
import { engines, makeData } from '#tests/support/shop.ts'
import { ask, drip, getting, health } from './socket.ts'

afterEach(endServers)

const many = 500
const others = 200
/**
 * By when a head must have arrived, and by when a whole request: each with the second after which it is checked, and
 * half of one for the answer.
 */
const limits = { head: 11_500, request: 16_500 }
/** The longest that 99 of 100 others wait, in milliseconds. */
const most = 100

describe.each(engines())('F4: on %s', (engine) => {
  test(`${many} that drip heads and bodies are gone in time, and meanwhile others are answered as ever`, async () => {
    const data = await makeData(engine)
    const { address } = await openServer(data.environment)
    const port = Number(new URL(address).port)
    let gone = 0
    const slow = await several(many, async (index) => {
      const caller = await drip(port, index)
      void caller.told.then(() => (gone += 1))
      return caller
    })
    const waits: number[] = []
    while (waits.length < others) {
      const asked = performance.now()
      expect((await ask(port, getting(health))).status).toBe(200)
      waits.push(performance.now() - asked)
    }
    expect(gone, 'who was gone before the last of the others had an answer').toBe(0)

    const told = await Promise.all(slow.map((caller) => caller.told))
    for (const { text } of told) {
      expect(text).toMatch(/^HTTP\/1\.1 408 /)
      expect(text).toContain('"message":"The request took too long"')
    }
    const latest = (remainder: number) =>
      Math.max(...told.filter((_, index) => index % 2 === remainder).map(({ after }) => after))
    const nearlyAll = waits.toSorted((a, b) => a - b)[Math.ceil(others * 0.99) - 1] ?? Number.NaN
    console.log(
      `F4 on ${engine}: heads gone after ${latest(0).toFixed()} ms, bodies after ${latest(1).toFixed()} ms; 99 of 100 others answered in ${nearlyAll.toFixed(1)} ms`,
    )
    expect(latest(0)).toBeLessThanOrEqual(limits.head)
    expect(latest(1)).toBeLessThanOrEqual(limits.request)
    expect(nearlyAll).toBeLessThanOrEqual(most)
    await data.discard()
  })
})
