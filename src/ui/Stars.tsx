import { visuallyHidden } from './layout.css.ts'
import * as css from './Stars.css.ts'

type Props = {
  /** 0 to 5; shown with one decimal. */
  mean: number
  /** How many reviews it is the mean of; left out for a single review. */
  count?: number | undefined
  size?: keyof typeof css.row | undefined
}

/** A rating as five stars, filled to the tenth, and in words. */
export function Stars({ mean, count, size = 's' }: Props) {
  const rounded = Math.round(mean * 10) / 10
  const shown = count === undefined ? String(rounded) : rounded.toFixed(1)
  return (
    <span className={css.root}>
      <svg className={css.row[size]} viewBox="0 0 120 24" aria-hidden="true">
        <use href="#five-stars" className={css.empty} />
        {/* An inner svg clips what is beyond its edge, without an id or an inline style. */}
        <svg width={Math.round(rounded * 24)} height="24">
          <use href="#five-stars" className={css.full} />
        </svg>
      </svg>
      <span className={visuallyHidden}>{`Rated ${shown} out of 5`}</span>
      {count !== undefined && (
        <span className={css.number}>
          <span aria-hidden="true">{shown}</span> ({count}
          <span className={visuallyHidden}>{count === 1 ? ' review' : ' reviews'}</span>)
        </span>
      )}
    </span>
  )
}
