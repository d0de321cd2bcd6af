import { texts } from '#contract/texts.ts'
import { Picture } from './Picture.tsx'

type Props = {
  image: string | null | undefined
  /** How wide it is shown, in CSS pixels. */
  width: number
  className?: string | undefined
}

/** A piece's small picture beside its name, which says all that the picture would. */
export const Thumbnail = ({ image, width, className }: Props) => (
  <Picture
    image={image}
    alt=""
    width={1000}
    height={1000}
    sizes={`${width}px`}
    failedText={texts.noImage}
    className={className}
  />
)
