import { Suspense } from 'react'
import { island } from '#src/lib/island.ts'
import { whenAway } from './away.ts'
import type { NoteProps } from './SavedNote.tsx'

const SavedNote = island(async () => (await import('./SavedNote.tsx')).SavedNote, whenAway)

/** Shows beside data read with these options how old they are, if they may be old. Nothing on a good connection. */
export const Saved = (props: NoteProps) => (
  <Suspense>
    <SavedNote {...props} />
  </Suspense>
)
