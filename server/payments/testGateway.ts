import { createHash, randomBytes } from 'node:crypto'
import type { Authorisation, Payment, PaymentGateway } from './port.ts'

/**
 * Card numbers that the large payment providers publish for tests; they are on no real card. The names are what
 * the gateway calls them when it keeps them.
 */
const approvedCards: Readonly<Record<string, string>> = {
  '4242424242424242': 'visa',
  '4000056655665556': 'visa-debit',
  '4111111111111111': 'visa-ones',
  '4012888888881881': 'visa-eights',
  '5555555555554444': 'mastercard',
  '5105105105105100': 'mastercard-prepaid',
  '5200828282828210': 'mastercard-debit',
  '2223003122003222': 'mastercard-two',
  '378282246310005': 'amex',
  '371449635398431': 'amex-two',
}

const declinedCards: Readonly<Record<string, string>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient funds',
}

/** PayPal and bank transfer are approved, except for these. */
export const declinedPaypal = 'declined@example.com'
export const declinedAccount = '00000000'

const onlyTestCards = 'Only test cards work in this shop, such as 4242 4242 4242 4242.'

/**
 * The demo's gateway: it moves no money and keeps nothing. A card that is not a test card is refused before the shop
 * stores anything, so that nobody's real one gets in here. Having no memory, it approves by the details alone, and its
 * token for a card to keep says which test card that is.
 */
export function testGateway(): PaymentGateway {
  return {
    refuses: ({ payment_data }) => {
      if (!('card_number' in payment_data) || isKnown(payment_data.card_number)) return null
      return { 'payment_data.card_number': [onlyTestCards] }
    },
    keepCard: async ({ card_number }) => {
      const reason = declinedCards[card_number]
      // A card without funds is a good card today, and may have some tomorrow.
      if (reason === 'declined' || !isKnown(card_number)) return { isKept: false, reason: reason ?? unknown }
      const name = approvedCards[card_number] ?? reason
      return { isKept: true, gateway_token: `${name}.${randomBytes(12).toString('hex')}` }
    },
    forgetCard: async () => {},
    authorise: async (attempt, _amount, payment) => decide(attempt, payment),
    capture: async () => {},
    release: async () => {},
  }
}

const unknown = 'not a test card'
const isKnown = (number: string): boolean =>
  Object.hasOwn(approvedCards, number) || Object.hasOwn(declinedCards, number)

function decide(attempt: string, payment: Payment): Authorisation {
  const reason = declineOf(payment)
  if (reason !== null) return { isApproved: false, reason }
  const reference = createHash('sha256').update(attempt).digest('hex').slice(0, 24)
  return { isApproved: true, reference: `test_${reference}` }
}

function declineOf({ payment_data }: Payment): string | null {
  if ('gateway_token' in payment_data) {
    const [name = ''] = payment_data.gateway_token.split('.')
    return Object.values(approvedCards).includes(name) ? null : name
  }
  if ('card_number' in payment_data) {
    const number = payment_data.card_number
    return Object.hasOwn(approvedCards, number) ? null : (declinedCards[number] ?? unknown)
  }
  if ('account_number' in payment_data) {
    return payment_data.account_number === declinedAccount ? 'declined' : null
  }
  return payment_data.email.toLowerCase() === declinedPaypal ? 'declined' : null
}
