import type { KeyboardEvent } from 'react'
import { installTexts } from '#contract/installTexts.ts'
import { type InstallOffer as Offer, install } from '#src/offline/install.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { tellHeight } from '#src/ui/tellHeight.ts'
import * as css from './InstallOffer.css.ts'

const drawings: IconName[] = ['share', 'plus', 'check']

const tellOfferHeight = tellHeight('--offer-height')

/** Offers unobtrusively to install the shop: over the page, in nobody's way, and never again once declined. */
export function InstallOffer({ way }: Pick<Offer, 'way'>) {
  // The control that had the focus disappears with the offer.
  const goOn = () => document.getElementById('main')?.focus({ preventScroll: true })
  const decline = () => {
    install.decline()
    goOn()
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') decline()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a second way to its own button
    <aside
      ref={tellOfferHeight}
      className={css.root}
      aria-label="Install"
      data-print="none"
      onKeyDown={closeByKey}
    >
      <div className={css.head}>
        <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
          <use href="#damson" />
        </svg>
        <div>
          <p className={css.title}>{installTexts.title}</p>
          <p className={css.text}>{installTexts.text}</p>
        </div>
        <IconButton icon="close" label={installTexts.notNow} onClick={decline} />
      </div>
      {way === 'steps' ? (
        <ol className={css.steps}>
          {installTexts.steps.map((step, index) => (
            <li key={step} className={css.step}>
              <Icon name={drawings[index] ?? 'check'} className={css.drawing} />
              {step}
            </li>
          ))}
        </ol>
      ) : (
        <div className={css.actions}>
          <Button icon="download" onClick={() => void install.accept().then(goOn)}>
            {installTexts.install}
          </Button>
        </div>
      )}
    </aside>
  )
}
