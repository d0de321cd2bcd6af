import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import { json } from 'node:stream/consumers'
import * as v from 'valibot'
import { socketFolder, socketInside } from '../db/socketFolder.ts'
import type { DeskServices } from './command.ts'

const socketName = 'desk.sock'

/**
 * Where a running shop listens for its desk, as seen from the data folder, and the key which proves that the caller may
 * read that. A copy of the folder so leads to no socket: its desk would work on the shop that it was copied from.
 */
export const Door = v.object({ socket: v.string(), token: v.string() })

/** The file in the data folder that says so; only its owner reads it. */
export const doorPath = (dataDir: string): string => join(dataDir, 'desk.json')

const CallBody = v.object({ name: v.string(), input: v.unknown() })

/**
 * Takes the desk's commands on a local socket that only the owner of the data folder can open. It is no part of the
 * server that shoppers reach, so none of its commands can be called from there.
 */
export async function listenForDesk(services: DeskServices): Promise<{ stop: () => Promise<void> }> {
  const { dataDir } = services.config
  const { folder, discard } = socketFolder(dataDir, socketName)
  const socket = join(folder, socketName)
  const token = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => void answer(services, token, request, response))
  // A large import may take any length of time.
  server.requestTimeout = 0
  rmSync(socket, { force: true })
  server.listen(socket)
  await once(server, 'listening')
  const seen = socketInside(dataDir, socketName) === null ? socket : relative(dataDir, socket)
  const door = JSON.stringify({ socket: seen, token } satisfies v.InferOutput<typeof Door>)
  const path = doorPath(dataDir)
  writeFileSync(`${path}.${process.pid}`, door, { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)

  return {
    stop: async () => {
      if (existsSync(path) && readFileSync(path, 'utf8') === door) rmSync(path, { force: true })
      const closed = once(server, 'close')
      server.close()
      await closed
      discard()
    },
  }
}

async function answer(
  services: DeskServices,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(body))
  if (!isSame(request.headers.authorization, `Bearer ${token}`)) {
    say(401, { isDone: false, text: 'This is not the desk of this shop.' })
    return
  }
  try {
    const call = v.safeParse(CallBody, await json(request))
    // With the first need for it: a shop opens sooner, and stays smaller, without what reads spreadsheets.
    const { runCommand } = await import('./run.ts')
    if (call.success) say(200, await runCommand(services, call.output))
    else say(400, { isDone: false, text: 'That is not a command.' })
  } catch (error) {
    say(400, { isDone: false, text: `The command could not be read: ${String(error)}` })
  }
}

function isSame(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
