import { Link } from '@tanstack/react-router'
import type { ResultsPath } from './listingPath.ts'

/** Links to the nearest words that do find something. */
export const DidYouMean = ({ path, query }: { path: ResultsPath; query: string }) => (
  <p>
    Did you mean{' '}
    <Link to={path} search={{ query }}>
      {query}
    </Link>
    ?
  </p>
)
