import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'

/**
 * Why a form was refused, above its fields. It brings itself into view as it appears: whoever pressed the button at the
 * foot of a long form would see nothing but the same button again.
 */
export function Refusal({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <Notice ref={bringIntoView} tone="critical" role="alert" title={title}>
      {children}
    </Notice>
  )
}

function bringIntoView(notice: HTMLElement | null) {
  // A field that was refused has the cursor by now, and says itself what is wrong with it.
  if (document.activeElement?.matches('[aria-invalid=true]')) return
  notice?.scrollIntoView({ block: 'nearest' })
}
