import { Link } from '@tanstack/react-router'
import { formatMoney } from '#contract/money.ts'
import type { OrderItem } from '#contract/order.ts'
import { variantText } from '#contract/variantText.ts'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import * as css from './OrderItemsTable.css.ts'

/** What was bought, as it was then; on a phone one piece below another. */
export function OrderItemsTable({ items, labelledBy }: { items: readonly OrderItem[]; labelledBy: string }) {
  return (
    <table className={css.table} aria-labelledby={labelledBy}>
      <thead className={css.head}>
        <tr>
          {['Product', 'Qty', 'Price', 'Total'].map((name) => (
            <th key={name} scope="col" className={css.column}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={css.body}>
        {items.map((item) => (
          <tr key={item.id} className={css.row}>
            <th scope="row" className={css.product}>
              <Piece item={item} />
            </th>
            <td className={css.figure} data-label="Qty">
              {item.quantity}
            </td>
            <td className={css.figure} data-label="Price">
              {formatMoney(item.price)}
            </td>
            <td className={css.figure} data-label="Total">
              {formatMoney(item.total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Piece({ item: { product, variant_name, product_id } }: { item: OrderItem }) {
  const [image] = product.images
  return (
    <span className={css.piece}>
      <Thumbnail image={image?.image} width={80} className={css.picture} />
      <span>
        <span className={css.name}>
          {product_id === null ? (
            product.name
          ) : (
            <Link
              to="/products/$slug"
              params={{ slug: product.slug }}
              state={{ productId: product_id }}
              className={css.link}
            >
              {product.name}
            </Link>
          )}
        </span>
        {variant_name && (
          <span className={css.detail}>{variantText(product.variant_label, variant_name)}</span>
        )}
      </span>
    </span>
  )
}
