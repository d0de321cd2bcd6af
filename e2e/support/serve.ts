import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { makeTemplateOnce } from '../../tests/support/template.ts'
import { bareEnvironment } from '../../tests/support/program.ts'
import { dataDirOf, e2ePort, ownFolders, template } from './dataDir.ts'

// Playwright run by itself would test the build before the last change, and say only that it waits for what is new.
const { status } = spawnSync(process.execPath, ['tools/ensure.mjs', 'build'], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

// The built shop on a fresh data folder. Tests sign in more often from one address than a shopper ever would.
const dataDir = dataDirOf(e2ePort)
const forget = () => {
  for (const folder of ownFolders) rmSync(folder, { recursive: true, force: true })
}
forget()
process.on('exit', forget)
await makeTemplateOnce(template)
cpSync(template, dataDir, { recursive: true })

const port = String(e2ePort)
for (const name of Object.keys(process.env)) delete process.env[name]
Object.assign(process.env, bareEnvironment, {
  PORT: port,
  DATA_DIR: dataDir,
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'error',
})
await import('../../server/main.ts')
