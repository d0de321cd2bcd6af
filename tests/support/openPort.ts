import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Has a server listen to this machine only, on a port that is free; resolves with it. */
export async function openPort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
