import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { SavedCard } from '#contract/savedCards.ts'
import { cardName, isExpired } from '#contract/card.ts'
import { mostSavedCards } from '#contract/constants.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { serverNow } from '#contract/serverTime.ts'
import { mine } from '#src/lib/mine.ts'
import { useOneAtATime } from '#src/lib/useOneAtATime.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { notify } from '#src/ui/notify.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { removeCard, setDefaultCard } from './api.ts'
import { CardDialog, type CardFieldsProps } from './CardDialog.tsx'
import { KeptCards } from './KeptCards.tsx'
import * as css from './section.css.ts'

type Props = {
  /** The fields of a card, the same as at the checkout. */
  fields: ComponentType<CardFieldsProps>
}

/** The cards that are kept for later orders. */
export function PaymentMethodsTab({ fields }: Props) {
  return (
    <KeptCards
      query={useQuery(mine.savedCards())}
      what="Your cards"
      failure={savedCardTexts.loadFailed}
      empty={{
        title: 'No payment methods yet',
        text: 'A card that you keep here can be chosen at the checkout with one tap.',
      }}
      addLabel="Add Card"
      most={mostSavedCards}
      full={savedCardTexts.full}
      card={(card) => <CardOfMine card={card} />}
      dialog={(close) => <CardDialog fields={fields} onClose={close} />}
      note={
        <p className={css.quiet}>
          We know brand, last four digits and expiry of a card. Its number stays with the payment service.
        </p>
      }
    />
  )
}

function CardOfMine({ card }: { card: SavedCard }) {
  const [now] = useState(serverNow)
  const [isAsking, setAsking] = useState(false)
  const remove = useOneAtATime({
    ...removeCard(),
    // In the mutation's options, not the call's, so that it still runs when the card is gone by then.
    onSuccess: () => notify.success(savedCardTexts.removed),
    onSettled: () => setAsking(false),
  })
  const prefer = useOneAtATime({
    ...setDefaultCard(),
    onSuccess: () => notify.success(savedCardTexts.defaultUpdated),
  })
  // The button that was pressed disappears: the default card has none.
  const { heir, within } = useHeir()
  const name = cardName(card)
  const isOld = isExpired(card, now)
  return (
    <article className={css.card} aria-label={name} {...within}>
      <div className={css.withIcon}>
        <Icon name="card" className={css.icon} />
        <div className={css.fact}>
          <div className={css.cardHead}>
            <h2 className={css.cardTitle}>{name}</h2>
            {isOld ? (
              <Badge tone="warning">Expired</Badge>
            ) : (
              card.is_default && <Badge tone="positive">Default</Badge>
            )}
          </div>
          <p className={css.quiet}>
            {isOld ? 'Expired' : 'Expires'} {card.expiry}
          </p>
        </div>
      </div>
      <div className={css.cardActions}>
        <Button
          ref={heir}
          tone="quiet"
          size="s"
          className={css.quietButton}
          aria-label={`Remove ${name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
        {!card.is_default && !isOld && (
          <Button
            tone="quiet"
            size="s"
            className={css.quietButton}
            isBusy={prefer.isPending}
            aria-label={`Set as default: ${name}`}
            onClick={() => prefer.mutate(card.id)}
          >
            Set as Default
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${name}`}
          confirmLabel="Yes, Remove"
          tone="critical"
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate(card.id)}
          onCancel={() => setAsking(false)}
        >
          <p>Are you sure you want to remove this item?</p>
        </ConfirmDialog>
      )}
    </article>
  )
}
