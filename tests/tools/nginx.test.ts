import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, createServer, get } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { portForShop } from '../../e2e/support/ports.ts'
import { configureNginx, hasNginx, nginxEnvironment } from '../../tools/nginx.ts'
import { eventually } from '#tests/support/eventually.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** With ports that nobody else uses: `nginx -t` tries the one on which it is to listen. */
const configured = () => {
  folder = mkdtempSync(join(tmpdir(), 'damson-nginx-'))
  return configureNginx(folder, 9_080, [9_081, 9_082, 9_083])
}

/** The configuration of a shop that has its certificate, made into `folder`; `ports` are those for HTTPS and HTTP. */
function withCertificate(config: string, ports: { https: number; http: number }): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=shop.example']
  spawnSync('openssl', [...made, '-keyout', key, '-out', certificate])
  const changed = config
    .replaceAll(/# ( *)(?=listen (?:443|80)\b|server_name |ssl_|return 301 |server \{|\}$)/gm, '$1')
    .replace(/listen 443\b/, `listen 127.0.0.1:${ports.https}`)
    .replace(/listen 80\b/, `listen 127.0.0.1:${ports.http}`)
    .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
  expect(changed).toContain(`listen 127.0.0.1:${ports.https} ssl`)
  return changed
}

describe('the configuration of nginx before several servers', () => {
  it('names these servers and no other', () => {
    configured()
    const written = readFileSync(join(folder, 'nginx.conf'), 'utf8')
    expect(written.match(/^ +(listen|server) 127.*$/gm)?.map((line) => line.trim())).toEqual([
      'server 127.0.0.1:9081 max_fails=0;',
      'server 127.0.0.1:9082 max_fails=0;',
      'server 127.0.0.1:9083 max_fails=0;',
      'listen 127.0.0.1:9080 backlog=4096;',
    ])
  })

  describe.runIf(hasNginx())('in use', () => {
    const server = createServer((request, response) =>
      request.resume().on('end', () => response.end(request.headers['x-forwarded-for'])),
    )
    const tooLarge = 'a'.repeat(100_000)
    let nginx: ChildProcess | null = null
    /** What it has logged about itself. */
    let logged = ''
    /** All of what it logged is known then. */
    async function stop() {
      nginx?.kill('SIGTERM')
      if (nginx !== null) await once(nginx, 'close')
      nginx = null
    }
    afterEach(async () => {
      await stop()
      server.close()
    })

    /** Opens it; returns what a server is told about a caller who claims so much. */
    async function opened(settle: (config: string) => string, others: readonly number[] = []) {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      folder = mkdtempSync(join(tmpdir(), 'damson-nginx-'))
      const own = await portForShop()
      const how = configureNginx(folder, own, [port, ...others])
      const file = join(folder, 'nginx.conf')
      writeFileSync(file, settle(readFileSync(file, 'utf8')))
      // As under systemd, where a process is allowed 1,024 open files unless it asks for more.
      const start = ['-c', 'ulimit -Sn 1024 && exec nginx "$@"', 'nginx', ...how, '-g', 'daemon off;']
      nginx = spawn('sh', start, { env: nginxEnvironment, stdio: ['ignore', 'ignore', 'pipe'] })
      logged = ''
      nginx.stderr?.setEncoding('utf8').on('data', (text: string) => (logged += text))
      const ask = (path: string, said = '') =>
        fetch(`http://127.0.0.1:${own}${path}`, { headers: said === '' ? {} : { 'x-forwarded-for': said } })
      await eventually(() => ask('/'))
      const send = (path: string, body: string) =>
        fetch(`http://127.0.0.1:${own}${path}`, { method: 'POST', body })
      return { ask, send, port: own, callerOf: async (said: string) => (await ask('/', said)).text() }
    }

    it('believes nobody who says for whom they call', async () => {
      const { ask, callerOf } = await opened((config) => config)
      expect(await callerOf('203.0.113.9')).toBe('127.0.0.1')
      expect(await (await ask('/pictures/ring', '203.0.113.9')).text()).toBe('127.0.0.1')
    })

    it('tells the shoppers of a CDN apart once that is named, and believes it alone', async () => {
      const { callerOf } = await opened((config) =>
        config
          .replaceAll(/# (set_real_ip_from|real_ip_header|real_ip_recursive)/g, '$1')
          .replace('192.0.2.0/24', '127.0.0.1'),
      )
      expect(await callerOf('203.0.113.9')).toBe('203.0.113.9')
      expect(await callerOf('198.51.100.7, 203.0.113.9')).toBe('203.0.113.9')
    })

    it('answers also while more are connected than a process may open files', async () => {
      const { port } = await opened((config) => config.replace('processes auto', 'processes 1'))
      const others = Array.from({ length: 1_100 }, () => connect(port, '127.0.0.1').resume())
      try {
        await Promise.all(others.map((one) => once(one, 'connect')))
        // By a connection of its own: those that `ask` has used stay open.
        const [answer] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response')
        expect(answer.resume().statusCode).toBe(200)
        // Not only once these have been given up.
        expect(others.filter((one) => one.readableEnded).length).toBe(0)
      } finally {
        for (const one of others) one.destroy()
      }
    })

    it('speaks TLS 1.3, which spares each new shopper a round trip', async () => {
      const https = await portForShop()
      const http = await portForShop()
      await opened((config) => withCertificate(config, { https, http }))
      const socket = connectSecurely({ port: https, host: '127.0.0.1', rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      expect(socket.getProtocol()).toBe('TLSv1.3')
      socket.destroy()
    })

    it('tries another server after one that has fallen silent', async () => {
      const silent = createTcpServer()
      await once(silent.listen(0, '127.0.0.1'), 'listening')
      const { port } = silent.address() as AddressInfo
      // A hundred times as fast.
      const hurried = (config: string) =>
        config.replaceAll(
          /(proxy_read_timeout|proxy_next_upstream_timeout) (\d+)s/g,
          (_, name: string, seconds: string) => `${name} ${seconds}0ms`,
        )
      try {
        const { ask } = await opened(hurried, [port])
        const answers = await Promise.all(Array.from({ length: 4 }, () => ask('/')))
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      } finally {
        silent.close()
      }
    })

    it('leaves it to the servers to refuse what is too large', async () => {
      const { send } = await opened((config) => config)
      expect((await send('/api/v1/contact/', tooLarge)).status).toBe(200)
    })

    it('says nothing of a caller whose call failed, even where its own files cannot be written', async () => {
      const { send } = await opened((config) => config)
      const place = join(folder, 'body')
      rmSync(place, { recursive: true, force: true })
      writeFileSync(place, '')
      expect((await send('/reset-password?token=secret', tooLarge)).status).toBe(500)
      server.close()
      server.closeAllConnections()
      expect((await send('/reset-password?token=secret', '')).status).toBe(502)
      await stop()
      expect(logged).not.toMatch(/127\.0\.0\.1|secret/)
    })

    it('asks for a picture once for all browsers that show the same kind of it, however each says so', async () => {
      const told: (string | undefined)[] = []
      const note = ({ url, headers }: IncomingMessage, response: ServerResponse) => {
        if (url !== '/pictures/ring') return
        told.push([headers.accept, headers['save-data']].join(' ').trim())
        response.setHeader('cache-control', 'public, max-age=60')
        response.setHeader('vary', 'Accept, Save-Data')
      }
      server.prependListener('request', note)
      const { port } = await opened((config) => config)
      const see = async (accept: string, more = {}) => {
        const headers = { accept, ...more }
        await (await fetch(`http://127.0.0.1:${port}/pictures/ring`, { headers })).arrayBuffer()
      }
      await see('image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8')
      await see('image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5')
      await see('image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,*/*;q=0.5')
      await see('image/webp,image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5')
      await see('image/avif; q=0.9,image/webp; q=0.8')
      await see('image/avif;q=0,image/webp')
      await see('image/png,image/*;q=0.8,*/*;q=0.5')
      await see('*/*')
      await see('image/avif', { 'save-data': 'on' })
      server.off('request', note)
      expect(told).toEqual(['image/avif', 'image/webp', 'image/jpeg', 'image/avif on'])
    })

    it('lets nobody through to what the servers count, however it is spelt', async () => {
      const { ask } = await opened((config) => config)
      expect([(await ask('/metrics')).status, (await ask('/metrics/')).status]).toEqual([404, 404])
    })
  })

  const tried = (how: readonly string[]) =>
    spawnSync('nginx', ['-t', ...how], { env: nginxEnvironment, encoding: 'utf8' })

  it.runIf(hasNginx())('is one that nginx takes', () => {
    const { status, stderr } = tried(configured())
    expect(status, stderr).toBe(0)
  })

  it.runIf(hasNginx())('is one that nginx takes once the shop has a certificate', () => {
    const how = configured()
    const file = join(folder, 'nginx.conf')
    const config = withCertificate(readFileSync(file, 'utf8'), { https: 9_084, http: 9_085 })
    writeFileSync(file, config)
    const { status, stderr } = tried(how)
    expect(status, stderr).toBe(0)
  })
})
