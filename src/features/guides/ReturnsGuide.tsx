import { Link } from '@tanstack/react-router'
import {
  cancellationDays,
  parcelInShort,
  refundDays,
  restockingPercent,
  returnWindowDays,
} from '#contract/constants.ts'
import { formatMoney } from '#contract/money.ts'
import {
  deliveryPrice,
  deliveryTime,
  dispatchText,
  homeCountry,
  shippingCost,
  shippingMethods,
} from '#contract/shipping.ts'
import { taxPercent } from '#contract/totals.ts'
import { Guide, type Section } from './Guide.tsx'
import * as table from './GuideTable.css.ts'
import { ShopContact } from './ShopContact.tsx'

const example = 40_000
const fee = (example * restockingPercent) / 100
const paid = example + (example * taxPercent) / 100

const sections: readonly Section[] = [
  {
    id: 'returns',
    title: 'Returning a piece',
    body: (
      <>
        <p>
          If a piece is not right, you may send it back within <strong>{returnWindowDays} days</strong> of the
          day it reached you. We ask that it is unworn and comes in its own box, with its tag and any
          certificate that came with it.
        </p>
        <ol>
          <li>
            Write to us at <ShopContact /> with your order number. We answer with a returns form and the
            address to send it to.
          </li>
          <li>Pack the piece in its box with the form, and choose insured and tracked post.</li>
          <li>Keep the proof of posting until your refund has arrived.</li>
        </ol>
      </>
    ),
  },
  {
    id: 'costs',
    title: 'What a return costs',
    body: (
      <>
        <p>
          Returns are not free: sending the piece back is at your cost, and a restocking fee of{' '}
          <strong>{restockingPercent}% of the price you paid, without tax,</strong> is taken off the refund.
          It pays for the bench work that makes a piece ready for somebody else: inspection, cleaning and
          checking each setting.
        </p>
        <p>
          For a ring of {formatMoney(example)} you paid {formatMoney(paid)} with its tax. The fee is{' '}
          {formatMoney(fee)}, and {formatMoney(paid - fee)} comes back to you.
        </p>
        <p>
          Where a piece is faulty, was damaged on its way, or is not what you ordered, there is no fee and we
          pay the postage.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refunds',
    body: (
      <p>
        We inspect each return as it arrives and refund it within{' '}
        <strong>{refundDays} business days after the inspection</strong>, to the card or account it was paid
        with. We write to you on the day we send it; your bank may take a little longer to show it.
      </p>
    ),
  },
  {
    id: 'exchanges',
    title: 'Exchanges',
    body: (
      <p>
        For another size or another piece, return the one you have as above and place a new order, so that the
        piece you want is set aside for you at once. If you are unsure of a ring size, our{' '}
        <Link to="/resources/size-guide">size guide</Link> takes two minutes and a bank card.
      </p>
    ),
  },
  {
    id: 'exceptions',
    title: 'What we cannot take back',
    body: (
      <ul>
        <li>Pieces made to order, engraved, or altered for you.</li>
        <li>Earrings for pierced ears whose hygiene seal is broken.</li>
        <li>
          Pieces that were worn, resized or repaired elsewhere, or come without a certificate that they came
          with.
        </li>
      </ul>
    ),
  },
  {
    id: 'delivery',
    title: 'Shipping and delivery',
    body: (
      <>
        <p>
          We deliver within the {homeCountry}. If you live elsewhere, please{' '}
          <Link to="/contact">write to us</Link> before you order.
        </p>
        <p>
          Every parcel is {parcelInShort}, in a plain outer box that does not say what is in it.{' '}
          {dispatchText} After that, and at weekends and on bank holidays, it leaves on the next business day.
        </p>
        <div className={table.frame}>
          <table className={table.root}>
            <caption className={table.caption}>
              Business days are Monday to Friday, bank holidays left out, counted from dispatch.
            </caption>
            <thead>
              <tr>
                <th scope="col">Delivery</th>
                <th scope="col">Arrives in</th>
                <th scope="col" data-figures="">
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {shippingMethods.map(({ value, label }) => (
                <tr key={value}>
                  <th scope="row">{label}</th>
                  <td>{deliveryTime(value)}</td>
                  <td data-figures="">{deliveryPrice(shippingCost(value))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <h3>Made-to-order pieces</h3>
        <p>
          A piece made to order comes by white-glove delivery, by appointment and into your hands. Allow{' '}
          <strong>2-3 weeks</strong>, of which up to <strong>14 business days</strong> are transit.
        </p>
        <p>
          You can <Link to="/track-order">follow your order</Link> with its number at any time.
        </p>
      </>
    ),
  },
  {
    id: 'damaged',
    title: 'If something is wrong',
    body: (
      <p>
        Please look at your piece when it arrives. If it is damaged, faulty or not what you chose, tell us as
        soon as you can and send a photograph if possible. We will repair it, replace it or refund it in full,
        and collect it at our cost.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your statutory rights',
    body: (
      <>
        <p>
          Nothing on this page affects your statutory rights, among them those you have when you buy online
          and when goods are faulty or not as described. Where they give you more than this page does, they
          apply.
        </p>
        <p>
          If you bought online for yourself, you may cancel without giving a reason until{' '}
          <strong>{cancellationDays} days after your piece reached you</strong>. Tell us in any clear words,
          and send it back within {cancellationDays} days of that. We then refund its price, its tax and
          standard delivery, without the fee. This does not apply to a piece that was engraved or made for
          you, unless it is faulty.
        </p>
      </>
    ),
  },
]

/** Returns, exchanges and delivery, with the shop's terms as specified. */
export function ReturnsGuide() {
  return (
    <Guide
      place="Resources"
      title="Returns and exchanges"
      intro="How to send a piece back, what it costs, and how your parcel travels. Plainly, and before you buy."
      updated="2026-11-28"
      facts={[
        { value: `${returnWindowDays} days`, label: 'to send a piece back, unworn and in its box' },
        { value: `${restockingPercent}%`, label: 'restocking fee, taken off the refund' },
        { value: `${refundDays} days`, label: 'to your refund, in business days after inspection' },
        {
          value: deliveryPrice(shippingCost('standard')),
          label: `standard delivery, in ${deliveryTime('standard')}`,
        },
      ]}
      sections={sections}
    />
  )
}
