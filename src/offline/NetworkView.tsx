import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { networkTexts } from '#contract/networkTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import type { createNetworkService } from './networkService.ts'
import * as css from './NetworkView.css.ts'

type Service = ReturnType<typeof createNetworkService>

type Props = {
  service: Service
  queryClient: QueryClient
  /** Opens the page that lists what is saved. */
  onShowSaved: () => void
}

/**
 * What the shopper sees of the network's state: a slim line at the foot of the window, and the dialog that there is
 * none.
 */
export function NetworkView({ service, queryClient, onShowSaved }: Props) {
  const { state, isTold, isBack } = useSyncExternalStore(service.subscribe, service.view)
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function tryAgain() {
    setAsking(true)
    setFailed(false)
    setFailed(!(await service.tryAgain()))
    setAsking(false)
  }
  function close() {
    setFailed(false)
    service.close()
  }

  // This tree has no router; the link works without scripts too.
  const saved = (label: string, className?: string) => (
    <a
      href="/saved"
      className={className}
      onClick={(event) => {
        event.preventDefault()
        close()
        onShowSaved()
      }}
    >
      {label}
    </a>
  )

  return (
    <>
      {/* Screen readers must know it before its first message. */}
      <div role="status" className={css.place}>
        {state === 'offline' ? (
          <Line
            hint={saved(savedTexts.whatIsSavedShort, css.link)}
            action={networkTexts.tryAgain}
            onAct={() => void tryAgain()}
          >
            {networkTexts.offline}
          </Line>
        ) : isBack ? (
          <Line hint={networkTexts.backOnlineHint} action={networkTexts.reload} onAct={service.reload}>
            {networkTexts.backOnline}
          </Line>
        ) : (
          state === 'slow' && (
            <Line>{isShowingSaved(queryClient) ? networkTexts.slowSaved : networkTexts.slow}</Line>
          )
        )}
      </div>
      {isTold && (
        <Dialog
          title={networkTexts.title}
          role="alertdialog"
          onClose={close}
          actions={
            <>
              <Button tone="secondary" onClick={close}>
                {networkTexts.continueOffline}
              </Button>
              <Button
                onClick={() => void tryAgain()}
                isBusy={isAsking}
                busyLabel={networkTexts.asking}
                data-autofocus=""
              >
                {networkTexts.tryAgain}
              </Button>
            </>
          }
        >
          <p>{networkTexts.message}</p>
          <p>{saved(savedTexts.whatIsSaved, standaloneLink)}</p>
          <p role="status" className={css.outcome}>
            {hasFailed && networkTexts.stillNone}
          </p>
        </Dialog>
      )}
    </>
  )
}

type LineProps = { children: string; hint?: ReactNode; action?: string; onAct?: () => void }

function Line({ children, hint, action, onAct }: LineProps) {
  return (
    <div className={css.line} data-ground="deep">
      <Icon name="offline" size="s" className={css.icon} />
      <p>
        {children}
        {typeof hint === 'string' && <span className={css.hint}> {hint}</span>}
        {typeof hint === 'object' && <> {hint}</>}
      </p>
      {action !== undefined && (
        <button type="button" className={css.action} onClick={onAct}>
          {action}
        </button>
      )}
    </div>
  )
}

/** Whether something on view is an older copy of what was requested. */
const isShowingSaved = (queryClient: QueryClient): boolean =>
  queryClient.isFetching({ type: 'active', predicate: ({ state }) => state.data !== undefined }) > 0
