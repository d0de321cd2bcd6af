import { afterEach, describe, expect, inject, test } from 'vitest'
import { isFree } from '../../../tools/isFree.ts'
import { hasNginx } from '../../../tools/nginx.ts'
import { apiRoot } from '#contract/apiRoot.ts'
import { violationsPath } from '#server/violations/path.ts'
import { freePort } from '#tests/server/several/freePort.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Program, startServer } from '#tests/support/program.ts'
import { makeData } from '#tests/support/shop.ts'

let cluster: Program | null = null
afterEach(async () => {
  // On its own: killed, it would leave its server and nginx running.
  cluster?.child.kill('SIGTERM')
  await cluster?.exit
  cluster = null
})

describe.runIf(inject('postgres') !== null && hasNginx())('servers that are tried behind nginx', () => {
  test('know the address of all of them, are heard when they log something, and are gone when their terminal is closed', async () => {
    const data = await makeData('postgres')
    const port = await freePort(1)
    const running = startServer(
      // Empty is as good as absent.
      { ...data.environment, LOG_LEVEL: 'warn', PUBLIC_URL: '' },
      'tools/cluster.ts',
      '--processes=1',
      `--port=${port}`,
    )
    cluster = running
    await running.says('The shop is open at')
    expect(running.said.out).toMatch(/^1 server and nginx on the PostgreSQL that DATABASE_URL names, below /)
    const address = `http://127.0.0.1:${port}`
    const robots = await fetch(`${address}/robots.txt`)
    expect(await robots.text()).toContain(`${address}/sitemap.xml`)
    const report = { 'document-uri': `${address}/cart`, 'effective-directive': 'img-src' }
    const { status } = await fetch(`${address}${apiRoot}${violationsPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify({ 'csp-report': report }),
    })
    expect(status).toBe(204)
    await eventually(() => expect(running.said.error).toContain('A page broke its Content-Security-Policy'))

    running.child.kill('SIGHUP')
    expect(await running.exit).toBe(0)
    expect([await isFree(port), await isFree(port + 1)]).toEqual([true, true])
    await data.discard()
  })
})
