/** What of a `FetchEvent` is needed: the call, and a way to go on after it is answered. */
export type Asked = { readonly request: Request; waitUntil: (work: Promise<unknown>) => void }
