import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of the shop that the tests visit at this port. */
export const dataDirOf = (port: number): string => join(tmpdir(), `damson-e2e-${port}`)
