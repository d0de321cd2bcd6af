import {
  type PasswordCriterion,
  meetsCriterion,
  passwordCriteria,
  passwordStrength,
} from '#contract/passwordTexts.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './PasswordStrength.css.ts'

const words: Record<PasswordCriterion, string> = {
  length: 'At least 8 characters',
  uppercase: 'An uppercase letter',
  lowercase: 'A lowercase letter',
  digit: 'A digit',
  special: 'A special character',
}

/** How good a password is as it is typed, and what would make it better. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = passwordStrength(password)
  const met = passwordCriteria.filter((criterion) => meetsCriterion(password, criterion))
  return (
    <div className={css.root}>
      <div className={css.measure}>
        <span className={css.bar} aria-hidden="true">
          {passwordCriteria.map((criterion, index) => (
            <span key={criterion} className={index < met.length ? css.filled[strength] : css.empty} />
          ))}
        </span>
        <p className={css.label} role="status">
          {password !== '' && (
            <>
              <span className={visuallyHidden}>Password strength: </span>
              <span className={css.word[strength]}>{strength}</span>
            </>
          )}
        </p>
      </div>
      <ul className={css.list} aria-label="Requirements">
        {passwordCriteria.map((criterion) => (
          <li key={criterion} className={met.includes(criterion) ? css.met : css.unmet}>
            <span className={css.mark}>{met.includes(criterion) && <Icon name="check" size="s" />}</span>
            {words[criterion]}
            {met.includes(criterion) && <span className={visuallyHidden}>, met</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
