import { execFileSync } from 'node:child_process'
import { X509Certificate, createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPort } from '../tests/support/openPort.ts'

/** What belongs to one connection and is not handed on: RFC 9110, 7.6.1, and HTTP/2's own. */
const ofOneConnection = /^(?::|connection$|keep-alive$|transfer-encoding$|upgrade$|http2-settings$|host$)/

const handedOn = <Value>(headers: Record<string, Value>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneConnection.test(name)))

/** A key that nobody keeps, for `localhost`. Made by `openssl`, for Node makes no certificates. */
function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'damson-edge-'))
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  try {
    const kind =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
    const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    execFileSync('openssl', [...kind.split(' '), ...names, '-keyout', keyFile, '-out', certificateFile], {
      stdio: 'ignore',
    })
    return { key: readFileSync(keyFile), cert: readFileSync(certificateFile) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * HTTP/2 and TLS in front of servers on this machine, like a CDN or nginx: a browser's parallel requests share one
 * connection. `trust` makes Chromium accept its certificate, so that workers and the cache work as usual.
 */
export function makeEdge() {
  const certificate = makeCertificate()
  const key = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' })
  const trust = `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`

  /** Before the server at this port. */
  async function open(port: number) {
    const agent = new Agent({ keepAlive: true })
    const server = createSecureServer(certificate, (asked, answered) => {
      const { method, url: path } = asked
      const headers = { ...handedOn(asked.headers), host: asked.authority, 'x-forwarded-proto': 'https' }
      const carried = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        answered.writeHead(answer.statusCode ?? 502, handedOn(answer.headers))
        answer.pipe(answered)
      })
      carried.on('error', () => answered.destroy())
      asked.pipe(carried)
    })
    return {
      port: await openPort(server),
      close() {
        server.close()
        agent.destroy()
      },
    }
  }
  return { trust, open }
}
