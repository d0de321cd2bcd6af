import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The port of the shop that the tests visit. */
export const e2ePort = Number(process.env['E2E_PORT'] ?? 4173)

/** Where a run of all tests keeps what follows for all its runners. */
const shared = process.env['DEMO_TEMPLATE']

/** A data folder with the demo catalogue, for shops of a test's own: to be copied, and opened by nobody. */
export const template = shared ?? join(tmpdir(), `damson-e2e-${e2ePort}-template`)

/** The folder of the shop that the tests visit at this port. */
export const dataDirOf = (port: number): string => join(tmpdir(), `damson-e2e-${port}`)

/** What nobody but these tests would remove. */
export const ownFolders: readonly string[] = [dataDirOf(e2ePort), ...(shared === undefined ? [template] : [])]
