import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/fastify.ts'
import { isFromOutside } from '../http/outside.ts'

const draining = new WeakSet<Server>()

export const isDraining = (server: Server): boolean => draining.has(server)

/**
 * Whether a call may bypass the framework: cached answers take no account of a server that is closing, nor of calls
 * that pages make to their own process.
 */
export const canBeAtOnce = (server: Server, request: FastifyRequest): boolean =>
  isFromOutside(request) && !isDraining(server)

/** How long a connection that was just accepted may take to say what it wants, in milliseconds. */
const lastWords = 250

/**
 * Stops accepting connections, answers what has come in, and closes. Connections still open after `patience`
 * milliseconds are cut.
 */
export async function drain(app: App, patience: number): Promise<void> {
  draining.add(app.server)
  // HTTP's own `close` cuts connections whose request has not been read yet; the listening socket's own does not.
  NetServer.prototype.close.call(app.server)
  await pause(lastWords)
  const cut = setTimeout(() => app.server.closeAllConnections(), patience)
  await app.close()
  clearTimeout(cut)
}
