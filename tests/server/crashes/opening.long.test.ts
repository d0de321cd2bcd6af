import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { endServers, startServer } from '#tests/support/program.ts'

afterEach(endServers)

const shops = 60
const atOnce = 3
/** Several times what a start on a fresh folder takes while two others have the same two cores, in milliseconds. */
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
