import { Agent, createServer, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { openPort } from './openPort.ts'

/**
 * Passes calls to servers in turn, as nginx does by `deploy/nginx.conf`: to the next one if a server takes no
 * connection, or breaks off before it answers a call that may be repeated. A restarted server has another address here,
 * because another program may have taken its port meanwhile.
 */
export async function startBalancer(current: () => readonly string[]) {
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const isRepeatable = incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined
    const first = turn++
    const addresses = current()
    for (let attempt = 0; attempt < addresses.length; attempt++) {
      const address = addresses[(first + attempt) % addresses.length] ?? ''
      try {
        const answer = await ask(address, incoming, body)
        outgoing.writeHead(answer.status, answer.headers).end(answer.body)
        return
      } catch (error) {
        const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
        if (!isRefused && !isRepeatable) break
      }
    }
    outgoing.writeHead(502).end()
  }

  async function ask(address: string, { method, url, headers }: IncomingMessage, body: Buffer) {
    const { host: _ours, connection: _own, ...passed } = headers
    const asked = request(address + (url ?? ''), { method, agent, headers: passed })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const { connection: _whether, 'transfer-encoding': _how, ...rest } = answer.headers
    return { status: answer.statusCode ?? 0, headers: rest, body: await buffer(answer) }
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  return {
    address: `http://127.0.0.1:${await openPort(server)}`,
    stop: () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
