import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { networkOf } from '#server/calls/networks.ts'
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

describe('a proxy that writes the port beside the address', () => {
  test.each([
    ['203.0.113.9:49152', '203.0.113.9'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1'],
    ['[2001:db8:1:2::1]', '2001:db8:1'],
    ['203.0.113.9:49152, 10.9.9.9:443', '203.0.113.9'],
    ['203.0.113.9, [fd00::7]:443, 10.9.9.9', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9:49152', '203.0.113.9'],
  ])('names %s, who counts as %s whatever the port is', async (forwarded, network) => {
    expect(networkOf(await seenAs('10.0.0.0/8, fd00::/8', '10.0.0.1', forwarded))).toBe(network)
  })
})

test('whom a proxy names by no address count as one, whatever it calls them', async () => {
  const names = [
    'unknown',
    '_hidden-1',
    '_hidden-2',
    '203.0.113.9:port',
    '[2001:db8::1',
    '999.1.1.1',
    "' or 1=1--",
  ]
  const counted = await Promise.all(
    names.map(async (name) => networkOf(await seenAs('10.0.0.0/8', '10.0.0.1', name))),
  )
  expect(new Set(counted)).toEqual(new Set(['unknown']))
})

test('of a thousand addresses the last one counts, which the proxy wrote', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
  expect(await seenAs('10.0.0.0/8', '10.0.0.1', [...many, '203.0.113.9'].join(','))).toBe('203.0.113.9')
  expect(await seenAs('10.0.0.0/8', '10.0.0.1', ['203.0.113.9', ...many].join(','))).toBe('203.0.113.9')
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
