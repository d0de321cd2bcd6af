import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { createFastify } from '#server/http/fastify.ts'
import { testSecret } from '#tests/support/shop.ts'

const read = (TRUST_PROXY?: string) =>
  readConfig({
    SESSION_SECRET: testSecret,
    LOG_LEVEL: 'silent',
    ...(TRUST_PROXY !== undefined && { TRUST_PROXY }),
  })

/** The address from which the server takes a call to come, by which every limit counts. */
async function seenAs(trusted: string | undefined, socket: string, forwarded: string): Promise<string> {
  const app = await createFastify(read(trusted))
  app.get('/where', async (request, reply) => reply.type('text/plain').send(request.ip))
  const headers = {
    'x-forwarded-for': forwarded,
    'x-real-ip': '198.51.100.1',
    forwarded: 'for=198.51.100.1',
    'true-client-ip': '198.51.100.1',
  }
  const answer = await app.inject({ url: '/where', remoteAddress: socket, headers })
  await app.close()
  return answer.body
}

describe('a call comes from', () => {
  const proxies = '10.0.0.0/8, 192.0.2.7, fd00::/8'
  test.each([
    ['its socket, whatever its headers say, where no proxy is named', undefined, '127.0.0.1', '198.51.100.1'],
    ['what the proxy saw', proxies, '10.0.0.1', '203.0.113.9'],
    ['what the proxy saw, not what the caller wrote before it', proxies, '10.0.0.1', '1.2.3.4, 203.0.113.9'],
    ['what the first of two proxies saw', proxies, '192.0.2.7', '1.2.3.4, 203.0.113.9, 10.9.9.9'],
    ['a proxy by its address of the sixth version', proxies, 'fd00::1', '1.2.3.4, 203.0.113.9'],
    ['a proxy that is written as both versions at once', proxies, '::ffff:10.0.0.1', '203.0.113.9'],
    ['its socket, where that is no proxy', proxies, '203.0.113.9', '198.51.100.1'],
    ['its socket, where it pretends to be a proxy', proxies, '203.0.113.9', '198.51.100.1, 10.0.0.1'],
  ])('%s', async (_what, trusted, socket, forwarded) => {
    expect(await seenAs(trusted, socket, forwarded)).toBe(trusted === undefined ? socket : '203.0.113.9')
  })
})

test.each([
  'true',
  '1',
  '-1',
  'loopback',
  'proxy.example',
  '0.0.0.0/0',
  '0.0.0.0/00',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.1,,10.0.0.2',
])('TRUST_PROXY=%s is refused: nobody is trusted by accident', (given) => {
  expect(() => read(given)).toThrow(ConfigError)
  expect(() => read(given)).toThrow(/^TRUST_PROXY: expected/)
})
