// Loaded before the server: keeps what Node makes of the TypeScript sources, so that the next start need not strip
// their types again, nor hold in memory what does it.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))
