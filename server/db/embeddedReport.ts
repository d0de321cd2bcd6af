import * as v from 'valibot'

/** The embedded database's program. */
export const databaseCode = v.instance(WebAssembly.Module)

/** What the embedded database's thread says once it has `made` one, or has one `open`. */
export const embeddedReport = v.object({ state: v.picklist(['made', 'open']), code: databaseCode })
