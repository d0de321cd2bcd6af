import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { endServers, startServer } from '#tests/support/program.ts'
import { report } from './figures.ts'

// `npm run bench:restart`: how long the shop is away after a `kill -9`, and how long the very first start takes, from
// the start of the program until the health check answers. On the embedded database, killed with callers waiting. And
// how long a second process takes to say that the folder is another's.
const kills = 10
/** Seconds that a start may take, and one that is refused. */
const promised = { first: 15, later: 2, refused: 1 }

const folder = mkdtempSync(join(tmpdir(), 'damson-restart-'))
const environment = { DATA_DIR: folder, RATE_LIMIT: 'off' }
const before = loadavg()[0]?.toFixed(2)

async function start() {
  const begun = performance.now()
  const server = startServer(environment)
  const address = await server.opened
  const answer = await fetch(`${address}${apiRoot}${paths.health}`)
  if (!answer.ok) throw new Error(`The health call was answered with ${answer.status}`)
  return { server, address, seconds: (performance.now() - begun) / 1_000 }
}

try {
  const first = await start()
  let { server, address } = first
  const later: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    // Cut off in the midst of it, which is what they are for.
    const waiting = Array.from({ length: 50 }, () =>
      fetch(`${address}${apiRoot}${paths.products}`).catch(() => null),
    )
    await Promise.race(waiting)
    server.child.kill('SIGKILL')
    await Promise.all([server.exit, ...waiting])
    const next = await start()
    later.push(next.seconds)
    ;({ server, address } = next)
  }
  const refused: number[] = []
  while (refused.length < kills) {
    const begun = performance.now()
    const code = await startServer(environment).exit
    if (code !== 1) throw new Error(`A second server ended with ${code}`)
    refused.push((performance.now() - begun) / 1_000)
  }
  server.child.kill('SIGTERM')
  await server.exit
  console.log(`load ${before} before, ${loadavg()[0]?.toFixed(2)} after`)
  report('first start', [first.seconds], promised.first, 's')
  report('after a kill', later, promised.later, 's', 'each')
  report('a second server refused', refused, promised.refused, 's', 'each')
} finally {
  await endServers()
  rmSync(folder, { recursive: true, force: true })
}
