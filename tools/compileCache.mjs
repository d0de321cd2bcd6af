// Loaded before the server: keeps what Node makes of the TypeScript sources, so that the next start need not strip
// their types again, nor hold in memory what does it.
import { enableCompileCache } from 'node:module'

enableCompileCache(new URL('../node_modules/.cache/node', import.meta.url).pathname)
