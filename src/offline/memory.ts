import * as v from 'valibot'
import { perTab } from '#src/lib/storage.ts'
import type { Memory } from './reconnection.ts'

const Kept = v.object({ reloadedAt: v.number(), lostAt: v.array(v.number()), isAway: v.boolean() })

/** What this tab remembers of its reconnections; nothing if storage is refused or holds something else. */
export const memory: Memory = {
  read() {
    try {
      return v.parse(Kept, JSON.parse(perTab.get('reconnection') ?? 'null'))
    } catch {
      return { reloadedAt: 0, lostAt: [], isAway: false }
    }
  },
  write: (kept) => perTab.set('reconnection', JSON.stringify(kept)),
}
