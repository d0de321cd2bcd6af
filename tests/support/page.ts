import { builtinEnvironments } from 'vitest/runtime'

// A page beside the real server in one process: the server finds its files with Node's URL, not jsdom's.
const { URL, URLSearchParams } = globalThis
await builtinEnvironments.jsdom.setup(globalThis, {})
Object.assign(globalThis, { URL, URLSearchParams })
