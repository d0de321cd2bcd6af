import { useId } from 'react'
import { ChoiceGroup } from '#src/ui/Choice.tsx'
import { starPath } from '#src/ui/starPath.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './RatingField.css.ts'

const choices = [1, 2, 3, 4, 5]

/** One to five stars, as radio buttons. */
export function RatingField({ error }: { error: string | undefined }) {
  const id = useId()
  return (
    <ChoiceGroup legend="Your rating" error={error} first={id}>
      <div className={css.row}>
        {choices.map((stars) => (
          <label key={stars} className={css.star}>
            <input
              id={stars === 1 ? id : undefined}
              className={css.control}
              type="radio"
              name="rating"
              value={stars}
              required
            />
            <svg className={css.drawing} viewBox="0 0 24 24" aria-hidden="true">
              <path d={starPath} />
            </svg>
            <span className={visuallyHidden}>{stars === 1 ? '1 star' : `${stars} stars`}</span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  )
}
