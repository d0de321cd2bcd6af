import * as css from './Icon.css.ts'
import type { IconName } from './icons.ts'

type Props = { name: IconName; size?: keyof typeof css.size | undefined; className?: string | undefined }

/**
 * An icon beside text or inside a named control: hidden from screen readers, so its meaning must also be in text. The
 * icons themselves are once in the document, put there by the build from `icons.ts`.
 */
export const Icon = ({ name, size = 'm', className }: Props) => (
  <svg
    className={className ? `${css.size[size]} ${className}` : css.size[size]}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <use href={`#icon-${name}`} />
  </svg>
)
