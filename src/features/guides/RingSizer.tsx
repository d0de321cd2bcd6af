import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type RingSize, bankCard, circumference, measurableSizes, millimetres } from '#contract/sizes.ts'
import { Button } from '#src/ui/Button.tsx'
import { type CardRange, useCalibration } from './calibration.ts'
import { Slider } from './Slider.tsx'
import * as css from './RingSizer.css.ts'

const middle = 7

type Props = {
  /** What to do with a size, or with none yet: which of a piece's own it is. */
  advise?: (size: RingSize | null) => ReactNode
}

/** Draws rings at their true size, once a bank card has shown how large the screen is. Stored in this browser. */
export function RingSizer({ advise = () => null }: Props) {
  const { isFound, perMillimetre, range, keep } = useCalibration()
  const [draft, setDraft] = useState<number | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isMatching = draft !== null || !isFound
  const scale = draft ?? perMillimetre

  // The button that was pressed disappears: the keyboard focus goes to the next step.
  const show = (change: () => void) => {
    flushSync(change)
    heading.current?.focus()
  }
  const confirm = () =>
    show(() => {
      keep(scale)
      setDraft(null)
    })

  return (
    <div className={css.root} style={{ '--mm': `${scale}px` } as CSSProperties} data-print="none">
      <h3 ref={heading} tabIndex={-1} className={css.title}>
        {isMatching ? '1. Match a bank card' : '2. Lay your ring on the disc'}
      </h3>
      {isMatching ? (
        <MatchCard scale={scale} range={range} onChange={setDraft} onDone={confirm} advice={advise(null)} />
      ) : (
        <MatchRing onAgain={() => show(() => setDraft(perMillimetre))} advise={advise} />
      )}
    </div>
  )
}

type MatchCardProps = {
  scale: number
  range: CardRange
  onChange: (scale: number) => void
  onDone: () => void
  advice: ReactNode
}

function MatchCard({ scale, range, onChange, onDone, advice }: MatchCardProps) {
  return (
    <>
      <p className={css.instruction}>
        Hold a card against the screen and move the slider until the drawing is exactly as long.
      </p>
      <div className={css.stage}>
        <div className={css.card}>
          <span className={css.chip} />
        </div>
      </div>
      <Slider
        label="Size of the drawn card"
        less="Make the card a little smaller"
        more="Make the card a little larger"
        min={range.smallest}
        max={range.largest}
        step={range.step}
        nudge={2 * range.step}
        value={scale}
        valueText={`${Math.round(scale * bankCard.width)} pixels wide`}
        onChange={onChange}
      />
      <p className={css.result}>
        <span className={css.size}>{bankCard.width.toFixed(1)} mm</span>
        <span>The length of every bank card</span>
      </p>
      {advice}
      <div className={css.actions}>
        <Button onClick={onDone}>The card fits</Button>
      </div>
    </>
  )
}

type MatchRingProps = { onAgain: () => void; advise: (size: RingSize) => ReactNode }

function MatchRing({ onAgain, advise }: MatchRingProps) {
  const [index, setIndex] = useState(middle)
  const size = measurableSizes[index] ?? measurableSizes[0]
  if (!size) return null
  return (
    <>
      <p className={css.instruction}>
        Find the disc that just fills the inside of your ring: no gap around it, nothing of it hidden.
      </p>
      <div className={css.stage}>
        <div className={css.disc} style={{ '--diameter': size.diameter } as CSSProperties} />
      </div>
      <Slider
        label="Ring size"
        less="One size smaller"
        more="One size larger"
        min={0}
        max={measurableSizes.length - 1}
        step={1}
        nudge={1}
        value={index}
        valueText={`UK ${size.uk}, US ${size.us}`}
        onChange={setIndex}
      />
      <p className={css.result}>
        <span className={css.size}>UK {size.uk}</span>
        <span>
          US {size.us} · {millimetres(size.diameter)} mm across · {millimetres(circumference(size))} mm round
        </span>
      </p>
      {advise(size)}
      <div className={css.actions}>
        <Button tone="quiet" onClick={onAgain}>
          Match the card again
        </Button>
      </div>
    </>
  )
}
