import * as v from 'valibot'
import { cardBrand, cardDigits, isCardNumber, isExpiry, isExpiryAhead, isSecurityCode } from './card.ts'
import { NewCartItem } from './cart.ts'
import { checkoutTexts } from './checkoutTexts.ts'
import { largestCart, longestCoupon, longestNote } from './constants.ts'
import { plain } from './digits.ts'
import { emailAddress, given, optionalText, requiredLine, requiredText } from './fields.ts'
import { Order } from './order.ts'
import { phoneNumber } from './phone.ts'
import { Pounds } from './pounds.ts'
import { unusable } from './problem.ts'
import { serverNow } from './serverTime.ts'
import { shippingMethods } from './shipping.ts'

export const checkoutSteps = ['Information', 'Shipping', 'Payment', 'Review'] as const

/** Step 1: who the order is for. */
export const Contact = v.object({
  first_name: requiredLine(checkoutTexts.fillRequired, 100),
  last_name: requiredLine(checkoutTexts.fillRequired, 100),
  email: emailAddress(checkoutTexts.fillRequired, checkoutTexts.emailInvalid),
  phone: v.pipe(
    phoneNumber(checkoutTexts.fillRequired, checkoutTexts.phoneInvalid),
    v.minLength(10, checkoutTexts.phoneInvalid),
  ),
})
export type Contact = v.InferOutput<typeof Contact>

export const paymentMethods = [
  { value: 'card', label: 'Credit or debit card' },
  { value: 'paypal', label: 'PayPal' },
  { value: 'bank_transfer', label: 'Bank transfer' },
] as const
export const PaymentMethod = v.picklist(
  paymentMethods.map((method) => method.value),
  checkoutTexts.completePayment,
)
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>

const cardWith = (isGoodExpiry: (typed: string) => boolean) =>
  v.pipe(
    v.object(
      {
        name: requiredText(checkoutTexts.fillCard, 100),
        card_number: v.pipe(
          requiredText(checkoutTexts.fillCard, 40),
          v.check(isCardNumber, checkoutTexts.cardNumberInvalid),
          v.transform(cardDigits),
        ),
        expiry: v.pipe(
          requiredText(checkoutTexts.fillCard, 40),
          v.transform(plain),
          v.check(isGoodExpiry, checkoutTexts.cardExpired),
        ),
        cvv: v.pipe(requiredText(checkoutTexts.fillCard, 40), v.transform(plain)),
      },
      checkoutTexts.fillCard,
    ),
    v.forward(
      v.partialCheck(
        [['card_number'], ['cvv']],
        (card) => isSecurityCode(card.cvv, card.card_number),
        checkoutTexts.cvvInvalid,
      ),
      ['cvv'],
    ),
  )

/** A card as it is typed, whose last month has not ended. */
export const CardPayment = cardWith((typed) => isExpiryAhead(typed, serverNow()))
export type CardPayment = v.InferOutput<typeof CardPayment>

/**
 * The same, of an order: whether its month has ended is asked only of an order that is new (`server/payments/means.ts`).
 * One that is sent again after midnight, because its answer was lost, may have been placed before.
 */
const OrderedCard = cardWith(isExpiry)

/** + One of the customer's saved cards instead of a typed one. */
export const SavedCardPayment = v.object({
  saved_card_id: requiredText(checkoutTexts.completePayment, 64),
})
export type SavedCardPayment = v.InferOutput<typeof SavedCardPayment>

const AnyCardPayment = v.lazy((given) =>
  typeof given === 'object' && given !== null && 'saved_card_id' in given ? SavedCardPayment : OrderedCard,
)

export const PaypalPayment = v.object(
  {
    email: emailAddress(checkoutTexts.fillPaypal, checkoutTexts.emailInvalid),
    password: v.pipe(
      given(checkoutTexts.fillPaypal),
      v.nonEmpty(checkoutTexts.fillPaypal),
      v.maxLength(256, 'Please use at most 256 characters'),
    ),
  },
  checkoutTexts.fillPaypal,
)
export type PaypalPayment = v.InferOutput<typeof PaypalPayment>

export const BankPayment = v.object(
  {
    account_number: v.pipe(
      requiredText(checkoutTexts.fillBank),
      // An IBAN is written in groups of four,
      v.transform((typed) => plain(typed).replaceAll(' ', '')),
      v.regex(/^[\dA-Za-z]{6,34}$/, 'Please check the account number'),
    ),
    routing_number: v.pipe(
      requiredText(checkoutTexts.fillBank),
      // and a sort code in pairs.
      v.transform((typed) => plain(typed).replaceAll(/[\s-]/g, '')),
      v.regex(/^\d{6,12}$/, 'Please check the routing number'),
    ),
  },
  checkoutTexts.fillBank,
)
export type BankPayment = v.InferOutput<typeof BankPayment>

export const ShippingMethod = v.picklist(
  shippingMethods.map((method) => method.value),
  'Please select a shipping method',
)

/**
 * What to write on a card or engrave, and on which piece: several lines, each ended alike whichever browser sent them;
 * without a word it is left out.
 */
export const Note = v.pipe(
  v.nullish(optionalText(longestNote)),
  v.transform((text) => text?.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n') || undefined),
)

const common = {
  shipping_address_id: v.pipe(
    given(checkoutTexts.chooseAddress),
    v.nonEmpty(checkoutTexts.chooseAddress),
    v.maxLength(64, checkoutTexts.chooseAddress),
  ),
  billing_address_id: v.optional(
    v.nullable(v.pipe(v.string(checkoutTexts.chooseBilling), v.uuid(checkoutTexts.chooseBilling))),
    null,
  ),
  shipping_method: v.optional(ShippingMethod, 'standard'),
  coupon_code: v.optional(v.nullable(optionalText(longestCoupon)), null),
  contact: v.optional(v.nullable(Contact), null),
  // From here on without defaults: these came later, and an order that was sent to the version before and is sent again to
  // the next, or the other way round, is told from others by all that both know of it: `tells` in
  // `server/orders/fingerprint.ts` says of each field whether it is.
  /** + What the shopper was shown: never charged, but where the order comes to something else it is not placed. */
  expected_total: v.nullish(Pounds),
  /** + And of which pieces: where the cart holds others by now, which may come to the same, nothing is ordered. */
  expected_items: v.nullish(v.pipe(v.array(NewCartItem, unusable), v.maxLength(largestCart, unusable))),
  /** + */
  note: Note,
}

/** What places an order. The payment's own fields depend on its method. */
export const NewOrder = v.variant(
  'payment_method',
  [
    v.object(
      {
        ...common,
        payment_method: v.literal('card'),
        payment_data: AnyCardPayment,
        /** + Keeps a typed card for later orders. */
        save_card: v.optional(v.boolean(), false),
      },
      checkoutTexts.completePayment,
    ),
    v.object(
      { ...common, payment_method: v.literal('paypal'), payment_data: PaypalPayment },
      checkoutTexts.completePayment,
    ),
    v.object(
      { ...common, payment_method: v.literal('bank_transfer'), payment_data: BankPayment },
      checkoutTexts.completePayment,
    ),
  ],
  checkoutTexts.completePayment,
)
export type NewOrder = v.InferOutput<typeof NewOrder>

export const OrderPlaced = v.object({
  status: v.literal('success'),
  data: Order,
  order_number: v.string(),
  message: v.string(),
  /**
   * + Who gets the email that confirms it: the address of the order's contact, or the account's own. Null: nobody, because
   * both have had too many, or a version before this one did not say.
   */
  confirmation_to: v.optional(v.nullable(v.picklist(['contact', 'account'])), null),
  /**
   * + Whether a card that was to be kept for later orders has been. Without it no card was to be, or it is not known: an
   * answer that is sent again may have been kept before the card was.
   */
  card_saved: v.exactOptional(v.boolean()),
})
export type OrderPlaced = v.InferOutput<typeof OrderPlaced>

/** What may be shown and kept of a payment: never a number, only what names it. A saved card has its own name. */
export function paymentLabel(payment: Pick<NewOrder, 'payment_method' | 'payment_data'>): string {
  const data: object = payment.payment_data
  if ('card_number' in data && typeof data.card_number === 'string') {
    return `${cardBrand(data.card_number)} ending ${data.card_number.slice(-4)}`
  }
  return { card: 'Saved card', paypal: 'PayPal', bank_transfer: 'Bank transfer' }[payment.payment_method]
}
