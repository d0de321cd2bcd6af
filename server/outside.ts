import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** False for what pages ask of the API of their own process, which is no call of its own. */
export const isFromOutside = (request: FastifyRequest): boolean => request.raw.socket instanceof Socket
