import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { configureNginx, hasNginx, nginxEnvironment } from '../../tools/nginx.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** For servers at ports of which nobody else makes use: nginx tries the one that it is to listen at. */
const configured = () => {
  folder = mkdtempSync(join(tmpdir(), 'damson-nginx-'))
  return configureNginx(folder, 9_080, [9_081, 9_082, 9_083])
}

describe('the configuration of nginx before several servers', () => {
  it('names these servers and no other', () => {
    configured()
    const written = readFileSync(join(folder, 'nginx.conf'), 'utf8')
    expect(written.match(/^ +(listen|server) 127.*$/gm)?.map((line) => line.trim())).toEqual([
      'server 127.0.0.1:9081 max_fails=0;',
      'server 127.0.0.1:9082 max_fails=0;',
      'server 127.0.0.1:9083 max_fails=0;',
      'listen 127.0.0.1:9080;',
    ])
  })

  it.runIf(hasNginx())('is one that nginx takes', () => {
    const { status, stderr } = spawnSync('nginx', ['-t', ...configured()], {
      env: nginxEnvironment,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  })
})
