import * as css from './Icon.css.ts'
import { filled, type IconName, icons } from './icons.ts'

type Props = { name: IconName; size?: keyof typeof css.size | undefined; className?: string | undefined }

/** A drawing beside words or inside a named control: never read out, so its meaning must also be in text. */
export function Icon({ name, size = 'm', className }: Props) {
  const inside = filled[name]
  return (
    <svg
      className={className ? `${css.size[size]} ${className}` : css.size[size]}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {inside && <path d={inside} fill="currentColor" stroke="none" />}
      <path d={icons[name]} />
    </svg>
  )
}
