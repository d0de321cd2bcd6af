import type { ReactNode } from 'react'
import * as css from './Entries.css.ts'

type Props = { entries: readonly { name: string; value: ReactNode }[] }

/** Terms and what is said about each, between hairlines. */
export function Entries({ entries }: Props) {
  return (
    <dl className={css.root}>
      {entries.map(({ name, value }) => (
        <div key={name} className={css.entry}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
