import { useLayoutEffect, useRef, useState } from 'react'
import { longestNote } from '#contract/constants.ts'
import { counted } from '#contract/counted.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TextAreaField } from '#src/ui/TextAreaField.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { fold, foldChevron, foldSummary } from '#src/ui/fold.css.ts'
import * as css from './NoteField.css.ts'

/** How few characters may be left when a screen reader says so: at each of these once, not at each key. */
const worthAWord = [0, 10, 25, 50]

/** What to write on a card or engrave: folded away until it is wanted. */
export function NoteField({ note = '', error }: { note: string | undefined; error: string | undefined }) {
  const [isOpenAtFirst] = useState(note !== '')
  const folded = useRef<HTMLDetailsElement>(null)
  // Also where it was closed since: what is folded away can be neither read nor focused.
  useLayoutEffect(() => {
    if (error !== undefined && folded.current) folded.current.open = true
  })
  const left = longestNote - (note.length > longestNote ? note.trim() : note).length
  const few = worthAWord.find((most) => left <= most)
  return (
    <details ref={folded} className={fold} open={isOpenAtFirst}>
      <summary className={foldSummary}>
        Add a gift message or engraving
        <Icon name="chevronDown" size="s" className={foldChevron} />
      </summary>
      <div className={css.field}>
        <TextAreaField
          name="note"
          label={orderTexts.note}
          isOptional
          error={error}
          hint={`To have a piece engraved, say which one: its page tells whether it can be. That takes us longer than the days above, and we write to you when it leaves. ${orderTexts.engravedStays}`}
          maxLength={longestNote}
          defaultValue={note}
        />
        {few !== undefined && (
          <p className={css.left} aria-hidden="true">
            {counted(Math.abs(left), 'character')} {left < 0 ? 'too many' : 'left'}
          </p>
        )}
        <p role="status" className={visuallyHidden}>
          {left < 0
            ? 'Too many characters'
            : few === undefined
              ? ''
              : few === 0
                ? 'No characters left'
                : `At most ${few} characters left`}
        </p>
      </div>
    </details>
  )
}
