import { join } from 'node:path'
import type { Config } from '../config.ts'

/** The built shop, below the project's root. */
export const clientFolder = join(import.meta.dirname, '../../dist/client')
export const serverFolder = join(import.meta.dirname, '../../dist/server')

/** What pages must know of the server's set-up. */
export type PageConfig = Pick<Config, 'apiBase' | 'publicUrl' | 'isSecure' | 'dataDir' | 'serviceWorker'>
