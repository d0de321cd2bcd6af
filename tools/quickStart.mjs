// Loaded before the server and the desk: spares a start what is the same at each.
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// What Node makes of the TypeScript sources is cached, so that the next start need not strip their types again, nor
// hold the stripper in memory.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))

// Node reads a package's package.json anew for each import that leads into it, and drizzle's lists 130 kB of exports:
// that took half of a start's time. Its own modules name one another by path, so nothing in that list concerns them;
// and what one of the shop's files gets by a name, all of them get.
const ofDrizzle = /\/node_modules\/drizzle-orm\/.*\.js$/
/** @type {Map<string, ReturnType<import('node:module').ResolveHookSync>>} */
const known = new Map()
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    if (parentURL === undefined || !conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.') && ofDrizzle.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!specifier.startsWith('drizzle-orm') || parentURL.includes('/node_modules/'))
      return next(specifier, context)
    const found = known.get(specifier) ?? next(specifier, context)
    known.set(specifier, found)
    return { ...found, shortCircuit: true }
  },
})
