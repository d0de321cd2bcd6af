import { Link } from '@tanstack/react-router'
import { longestDelivery, restockingPercent, returnWindowDays } from '#contract/constants.ts'
import {
  deliveryPrice,
  deliveryTime,
  dispatchText,
  homeCountry,
  shippingCost,
  shippingMethods,
} from '#contract/shipping.ts'
import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { taxPercent } from '#contract/totals.ts'
import { Entries } from './Entries.tsx'
import { Guide, type Section } from './Guide.tsx'
import { ShopContact } from './ShopContact.tsx'

const sections: readonly Section[] = [
  {
    id: 'us',
    title: 'Who you deal with',
    body: (
      <p>
        This shop is run by {shopDetails.address[0]}, {shopDetails.address.slice(1).join(', ')}. You reach us
        at <ShopContact />. In these terms “we” is {shop.name} and “you” are whoever uses the shop. They apply
        to every visit and every order, together with our <Link to="/privacy-policy">privacy policy</Link>.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          You may look round without an account. To keep a cart or a wishlist and to place an order you need
          one, and must be 18 or over, or have the consent of a parent or guardian.
        </p>
        <p>
          Please give true details, keep your password to yourself, and tell us if you think that somebody
          else knows it. We may close an account that is used to defraud others or to harm the shop; orders
          already paid for are delivered or refunded all the same.
        </p>
      </>
    ),
  },
  {
    id: 'pieces',
    title: 'Our pieces',
    body: (
      <p>
        We describe and photograph each piece as exactly as we can. Screens differ, stones are natural and
        work is done by hand, so colour may vary a little, and weights and measurements by up to five per
        cent. We show what is in stock as it stands; what sells out while it is in your cart is marked there.
      </p>
    ),
  },
  {
    id: 'prices',
    title: 'Prices, tax and coupons',
    body: (
      <>
        <p>
          Prices are in pounds sterling. Tax of {taxPercent}% of the price of the goods, after any discount,
          is added and shown, as is delivery, before you place your order. What the last step shows is what
          you pay.
        </p>
        <p>
          One coupon may be used for each order, before it expires. It lowers the price of the goods, not
          delivery. If a price is plainly wrong, we may decline the order before it is dispatched, and refund
          you in full.
        </p>
      </>
    ),
  },
  {
    id: 'orders',
    title: 'Orders',
    body: (
      <>
        <p>
          Pressing ‘Place order’ is your offer to buy. Our confirmation, by email or in your account, says
          that we have it. We accept it when we write to you that your order has left us, and there is then a
          contract between us. If we cannot accept, we tell you and take no money, or return it.
        </p>
        <p>
          You may cancel an order yourself, under <Link to="/orders">your orders</Link>, for as long as it is
          pending or processing; what you paid is refunded in full. Once it has been shipped, please return it
          instead.
        </p>
      </>
    ),
  },
  {
    id: 'payment',
    title: 'Payment',
    body: (
      <p>
        You may pay by credit or debit card, PayPal or bank transfer. Payment is taken when the order is
        placed. Card numbers, security codes and passwords go to the payment provider and are never stored by
        us. Pieces remain ours until they are paid for.
      </p>
    ),
  },
  {
    id: 'delivery',
    title: 'Delivery',
    body: (
      <>
        <p>
          We deliver within the {homeCountry}. If you live elsewhere, please{' '}
          <Link to="/contact">write to us</Link> before you order.
        </p>
        <Entries
          entries={shippingMethods.map(({ value, label }) => ({
            name: label,
            value: `${deliveryTime(value)}, ${deliveryPrice(shippingCost(value)).toLowerCase()}`,
          }))}
        />
        <p>
          These days are counted from dispatch. {dispatchText} After that, and at weekends and on bank
          holidays, it leaves on the next business day.
        </p>
        <p>
          Made-to-order pieces come by white-glove delivery in 2-3 weeks. The days given are what we expect,
          not a guarantee; if your order has not reached you within {longestDelivery} days of the day you
          placed it, you may cancel and are refunded in full. A piece is at our risk until it is in your
          hands, or in those of somebody you named.
        </p>
      </>
    ),
  },
  {
    id: 'returns',
    title: 'Returns and warranty',
    body: (
      <p>
        You may return a piece within {returnWindowDays} days, and get back what you paid for it, with its
        tax, less a restocking fee of {restockingPercent}% of its price without tax, on the terms of our page
        on <Link to="/resources/returns-exchanges">returns and exchanges</Link>, which is part of these terms,
        as is the one-year <Link to="/resources/Warranty">warranty</Link>. Neither takes away any right the
        law gives you.
      </p>
    ),
  },
  {
    id: 'reviews',
    title: 'Reviews',
    body: (
      <p>
        Whoever bought a piece may review it, once, and may delete the review at any time. Please write what
        you found, in words fit for anybody to read. By posting it you allow us to show it beside the piece.
        We remove what is unlawful, abusive or about something else; we do not remove criticism.
      </p>
    ),
  },
  {
    id: 'property',
    title: 'Designs, pictures and words',
    body: (
      <p>
        The designs, photographs and texts of the shop are ours or used with permission. You may print and
        share pages for yourself and your friends. Copying our designs, or using the pictures to sell
        something, needs our written consent.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'What we answer for',
    body: (
      <>
        <p>
          We answer for loss that was foreseeable when you ordered and that comes of our breaking these terms
          or failing to take reasonable care. We sell for private use, and are not liable for loss of
          business.
        </p>
        <p>
          Nothing here limits our liability for death or injury by negligence, for fraud, or for anything else
          where the law allows no limit; nor does it affect your statutory rights as a consumer.
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: 'Law and disputes',
    body: (
      <p>
        Please tell us first if you are not content: most things are put right in a day. These terms are
        governed by the law of England and Wales. If you live in Scotland or Northern Ireland you may also go
        to the courts there.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        We may change these terms; the date at the top says when we last did. For an order, the terms of the
        day you placed it hold.
      </p>
    ),
  },
]

/** The terms of sale and use. */
export function TermsGuide() {
  return (
    <Guide
      place="Legal"
      title="Terms and conditions"
      intro="What we promise each other when you buy from us, in words that can be read."
      updated="2026-11-28"
      sections={sections}
    />
  )
}
