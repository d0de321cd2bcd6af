import * as css from './Skeleton.css.ts'

type Props = { shape?: keyof typeof css.shape | undefined; className?: string | undefined }

/**
 * A grey placeholder of exactly the size of what is coming; `className` sizes a `block`. Silent: the region around it
 * says `aria-busy`.
 */
export function Skeleton({ shape = 'block', className }: Props) {
  return (
    <span className={className ? `${css.shape[shape]} ${className}` : css.shape[shape]} aria-hidden="true" />
  )
}
