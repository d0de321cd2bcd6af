import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Makes a server listen to this machine only, on a free port, to which it resolves. */
export async function openPort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
