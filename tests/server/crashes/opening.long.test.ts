import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { endServers, startServer } from '#tests/support/program.ts'
import { makeData } from '#tests/support/shop.ts'

afterEach(endServers)

const shops = 60
const atOnce = 3
/** Several times what a start on a fresh folder takes while two others share its two cores, in milliseconds. */
const patience = 120_000

/** Opens a shop on a fresh folder. */
async function open(): Promise<'open' | 'hangs'> {
  const folder = mkdtempSync(join(tmpdir(), 'damson-opening-'))
  const server = startServer({ DATA_DIR: folder })
  const hangs = new Promise<'hangs'>((resolve) => setTimeout(resolve, patience, 'hangs'))
  const outcome = await Promise.race([server.opened.then(() => 'open' as const), hangs])
  server.child.kill('SIGKILL')
  await server.exit
  rmSync(folder, { recursive: true, force: true })
  return outcome
}

test(`of ${shops} shops that start on a busy machine every one opens`, async () => {
  const outcomes: string[] = []
  const openInTurn = async () => {
    for (let turn = 0; turn < shops / atOnce; turn += 1) outcomes.push(await open())
  }
  await Promise.all(Array.from({ length: atOnce }, openInTurn))
  expect(outcomes).toEqual(Array.from({ length: shops }, () => 'open'))
})

test('C5: of ten that want one folder whose lock a dead one left exactly one opens, and the others say why not', async () => {
  const data = await makeData('embedded')
  writeFileSync(
    join(String(data.environment['DATA_DIR']), 'lock'),
    JSON.stringify({ pid: 2 ** 22 + 1, started: '1', id: 'old' }),
  )
  const servers = Array.from({ length: 10 }, () => startServer(data.environment))
  const outcomes = await Promise.allSettled(servers.map(({ opened }) => opened))
  const open = servers.filter((_, index) => outcomes[index]?.status === 'fulfilled')
  expect(open).toHaveLength(1)
  const others = servers.filter((server) => !open.includes(server))
  expect(await Promise.all(others.map(({ exit }) => exit))).toEqual(others.map(() => 1))
  for (const { said } of others) {
    expect(said.error).toMatch(/^The data folder .* is (in use|being taken) by /)
    expect(said.error.trim().split('\n')).toHaveLength(1)
  }
  // Two at once would have corrupted it silently, which only the next one notices.
  open[0]?.child.kill('SIGTERM')
  expect(await open[0]?.exit).toBe(0)
  const address = await startServer(data.environment).opened
  const listing = await (await fetch(`${address}${apiRoot}${paths.products}`)).json()
  expect(listing).toMatchObject({ count: 56 })
  await endServers()
  await data.discard()
})
