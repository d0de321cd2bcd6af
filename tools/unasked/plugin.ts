import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { leaveOut, named } from './leaveOut.ts'
import { knownReleases, unasked } from './names.ts'

const names = new Set(unasked)
const anyOfThem = new RegExp(`\\b(?:${unasked.join('|')})\\b`)
const libraries = new RegExp(`/node_modules/(?:${Object.keys(knownReleases).join('|')})/`)

/**
 * Leaves out of the browser's libraries what nobody asks of them (`names.ts`). A build in which somebody does is
 * refused; where any of them is of another release than was read for it, all of them go along whole.
 */
export function leaveOutUnasked(): Plugin {
  const reasons = new Map<string, string>()
  const others = Object.entries(knownReleases).filter(([library, known]) => releaseOf(library) !== known)
  return {
    name: 'damson-unasked',
    apply: 'build',
    buildStart() {
      for (const [library, known] of others)
        this.warn(`${library} ${releaseOf(library)} goes along whole: the names are those for ${known}`)
    },
    transform: {
      order: 'post',
      filter: { code: anyOfThem },
      handler(code, id) {
        if (others.length > 0) return
        try {
          if (libraries.test(id)) return { code: leaveOut(code, names), map: null }
          const name = named(code, id, names)
          if (name !== undefined) reasons.set(id, `names ${name}`)
        } catch (cause) {
          // Much of a library is never sent: only what is counts.
          reasons.set(id, cause instanceof Error ? cause.message : String(cause))
        }
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const reason = renderedLength > 0 ? reasons.get(id) : undefined
          if (reason !== undefined) this.error(`${id} ${reason}, which tools/unasked/names.ts leaves out`)
        }
      }
    },
  }
}

function releaseOf(library: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL(`../../node_modules/${library}/package.json`, import.meta.url), 'utf8'),
  )
  return version
}
