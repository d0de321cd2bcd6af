import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** False for API calls that pages make to their own process, which do not count as calls. */
export const isFromOutside = (request: FastifyRequest): boolean => request.raw.socket instanceof Socket
