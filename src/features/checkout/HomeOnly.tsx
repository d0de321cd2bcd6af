import { Link } from '@tanstack/react-router'
import { homeCountry } from '#contract/shipping.ts'

/** Instead of days of delivery, for an address where the shop does not deliver. */
export const HomeOnly = () => (
  <>
    We deliver within the {homeCountry}. For another country, please <Link to="/contact">write to us</Link>{' '}
    before you order.
  </>
)
