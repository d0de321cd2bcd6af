import { rmSync } from 'node:fs'
import { dataDirOf } from './dataDir.ts'

// The built shop on a fresh data folder. Tests sign in more often from one address than a shopper ever would.
const dataDir = dataDirOf(Number(process.env['PORT']))
const forget = () => rmSync(dataDir, { recursive: true, force: true })
forget()
process.env['DATA_DIR'] = dataDir
process.env['RATE_LIMIT'] = 'off'
process.env['LOG_LEVEL'] = 'error'
process.on('exit', forget)

await import('../../server/main.ts')
