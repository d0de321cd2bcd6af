// Loaded before the server: caches what Node makes of the TypeScript sources, so that the next start need not strip
// their types again, nor hold the stripper in memory.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))
