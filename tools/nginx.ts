import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian has nginx is on root's PATH only. */
export const nginxEnvironment = { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }

export const hasNginx = (): boolean =>
  spawnSync('nginx', ['-v'], { env: nginxEnvironment }).error === undefined

/** Writes deploy/nginx.conf into `folder`, for that port and servers at those; returns the arguments for nginx. */
export function configureNginx(folder: string, port: number, servers: readonly number[]): string[] {
  // It keeps files here as a user of its own when it is started by root.
  chmodSync(folder, 0o711)
  const listed = servers.map((server) => `    server 127.0.0.1:${server} max_fails=0;`).join('\n')
  const config = readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
    .replace(/( +server 127\.0\.0\.1:\d+ max_fails=0;\n)+/, `${listed}\n`)
    // Where Debian's nginx has its files, only root may write.
    .replace(/\/(?:run|var\/l(?:og|ib)\/nginx)\//g, '')
    .replace('listen 127.0.0.1:8080 ', `listen 127.0.0.1:${port} `)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  return ['-p', folder, '-c', file, '-e', 'stderr']
}
