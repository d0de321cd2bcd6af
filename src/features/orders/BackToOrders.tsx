import { orderTexts } from '#contract/orderTexts.ts'
import { Link } from '@tanstack/react-router'
import { Icon } from '#src/ui/Icon.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import * as css from './BackToOrders.css.ts'

export const BackToOrders = () => (
  <Link to="/orders" className={`${standaloneLink} ${css.root}`} data-print="none">
    <Icon name="arrowLeft" size="s" />
    {orderTexts.back}
  </Link>
)
