import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The built shop on a fresh data folder. Tests sign in more often from one address than a shopper ever would.
const dataDir = mkdtempSync(join(tmpdir(), 'damson-e2e-'))
process.env['DATA_DIR'] = dataDir
process.env['RATE_LIMIT'] = 'off'
process.env['LOG_LEVEL'] = 'error'
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

await import('../../server/main.ts')
