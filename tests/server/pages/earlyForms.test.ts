import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { registerPages } from '#server/pages/register.ts'
import { ask } from '#tests/server/hostile/socket.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await registerPages(shop.app, shop.config)
})
afterAll(() => shop.close())

const send = (url: string, type = 'application/x-www-form-urlencoded') =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload: 'email=ada%40example.com',
  })

describe('a form that is sent before its page is awake', () => {
  it.each(['/about_us/careers', '/login?from=%2Fcart', '/products/rings?page=2'])(
    'leads back to its page at %s, with nothing of it in the address',
    async (page) => {
      const { statusCode, headers } = await send(page)
      expect([statusCode, headers.location]).toEqual([303, page])
    },
  )

  it('leads nowhere else', async () => {
    const { headers } = await send('//elsewhere.example/login')
    expect(headers.location).toBe('/elsewhere.example/login')
  })

  it('nor where the whole address of another shop is given', async () => {
    const server = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const given =
      'POST http://elsewhere.example/login HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close'
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1'
    const answer = await ask(Number(new URL(server).port), `${given}\r\n${form}\r\n\r\na`)
    expect(answer).toMatchObject({ status: 303, head: expect.stringMatching(/^location: \/\r$/im) })
  })

  it('is no call of the API', async () => {
    const answer = await send(`${apiRoot}/no-such-call/`)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.headers['content-type']).toContain('json')
  })
})
