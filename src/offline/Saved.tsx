import { Suspense } from 'react'
import { island } from '#src/lib/island.ts'
import { whenAway } from './away.ts'
import type { NoteProps } from './SavedNote.tsx'

const SavedNote = island(async () => ({ default: (await import('./SavedNote.tsx')).SavedNote }), whenAway)

/** Says beside what was read with these options how old it is, where it may be old. Nothing on a good line. */
export const Saved = (props: NoteProps) => (
  <Suspense>
    <SavedNote {...props} />
  </Suspense>
)
