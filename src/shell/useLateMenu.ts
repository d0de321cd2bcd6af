import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useLate } from '#src/lib/useLate.ts'

const load = async () => (await import('./MobileMenu.tsx')).MobileMenu

/** Begins to load a phone's menu, because it is about to be asked for. */
export const warmMenu = () => void load().catch(() => undefined)

/**
 * A phone's menu, loaded when it is asked for. It closes when the shopper goes elsewhere, also while it is on its way:
 * swiping back on an iPhone does not ask anything open to close.
 */
export function useLateMenu() {
  const router = useRouter()
  const menu = useLate(load)
  const close = useEffectEvent(menu.close)
  useEffect(() => router.subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && close()), [router])
  return menu
}
