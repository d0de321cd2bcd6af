import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parseSearch } from '#src/lib/search.ts'

type Props = { address: string; className?: string | undefined; children: ReactNode }

/**
 * A link whose address comes from the shop's content: a path of this shop with or without a query, or another site.
 * Anything else, such as an address that would run a script, is not a link.
 */
export function ContentLink({ address, className, children }: Props) {
  // A browser reads a backslash as a slash, and so `/\\` as the beginning of another host.
  if (!/^\/(?![/\\])/.test(address)) {
    if (!/^(https?|mailto|tel):/.test(address)) return <span className={className}>{children}</span>
    return (
      <a href={address} className={className} rel="noopener">
        {children}
      </a>
    )
  }
  const [place = '/', hash = ''] = address.split('#')
  const [path = '/', query = ''] = place.split('?')
  return (
    <Link to={path} search={query === '' ? {} : parseSearch(query)} hash={hash} className={className}>
      {children}
    </Link>
  )
}
