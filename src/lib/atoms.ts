/**
 * The router's stores in the browser. Its own library keeps a graph of what depends on what, for any number of values
 * that are computed from each other; the router computes two. Here every store is looked at after each change, and a
 * computed one keeps its value for as long as nothing has changed. The browser's build puts this in the library's place
 * (`tools/standIns.ts`).
 */
type Atom<T> = {
  get: () => T
  /** Calls `told` with each new value, once all changes of a batch are made. */
  subscribe: (told: (value: T) => void) => { unsubscribe: () => void }
}

type MutableAtom<T> = Atom<T> & { set: (next: T | ((former: T) => T)) => void }

let depth = 0
let changes = 0
const looks = new Set<() => void>()

function tell() {
  if (depth > 0) return
  // Whoever is told may unsubscribe others, who are not reached any more then, and change more.
  for (const look of looks) look()
}

/** Makes several changes, of which subscribers are told together, even if one fails. */
export function batch(change: () => void): void {
  depth++
  try {
    change()
  } finally {
    depth--
    tell()
  }
}

/** A value that is set, or, from a function, one that is computed from other atoms. */
export function createAtom<T extends object>(compute: () => T): Atom<T>
export function createAtom<T>(first: T): MutableAtom<T>
export function createAtom<T extends object>(first: T | (() => T)) {
  return typeof first === 'function' ? readable(computed(first)) : stored(first)
}

function stored<T>(first: T): MutableAtom<T> {
  let value = first
  return {
    ...readable(() => value),
    set(next) {
      const now = isUpdate(next) ? next(value) : next
      if (Object.is(now, value)) return
      value = now
      changes++
      tell()
    },
  }
}

const isUpdate = <T>(next: T | ((former: T) => T)): next is (former: T) => T => typeof next === 'function'

function computed<T extends object>(compute: () => T) {
  let value: T | undefined
  let at = -1
  return () => {
    if (value !== undefined && at === changes) return value
    const next = compute()
    at = changes
    // While its parts are the same it is the same, although something else has changed: React renders what is new.
    if (value === undefined || !hasParts(value, next)) value = next
    return value
  }
}

function hasParts(one: object, other: object) {
  const [parts, others]: [unknown[], unknown[]] = [Object.values(one), Object.values(other)]
  return parts.length === others.length && parts.every((part, index) => Object.is(part, others[index]))
}

const readable = <T>(get: () => T): Atom<T> => ({
  get,
  subscribe(told) {
    let last = get()
    const look = () => {
      const now = get()
      if (!Object.is(now, last)) told((last = now))
    }
    looks.add(look)
    return { unsubscribe: () => void looks.delete(look) }
  },
})
