import { createHash } from 'node:crypto'
import type { Authorisation, Payment, PaymentGateway } from './port.ts'

/** Card numbers that the large payment providers publish for tests; no real card has any of them. */
const approvedCards: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4000056655665556',
  '4111111111111111',
  '4012888888881881',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
])

const declinedCards: Readonly<Record<string, string>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient funds',
}

/** PayPal and bank transfer are approved, except for these. */
export const declinedPaypal = 'declined@example.com'
export const declinedAccount = '00000000'

const onlyTestCards = 'Only test cards work in this shop, such as 4242 4242 4242 4242.'

/**
 * The gateway of the demo: it moves no money and keeps nothing. A card that is not a test card is refused before the
 * shop stores anything, so that nobody's real one gets in here. Having no memory, it approves by the details alone.
 */
export function testGateway(): PaymentGateway {
  return {
    refuses: (payment) => {
      const number = cardNumberOf(payment)
      if (number === null || approvedCards.has(number) || Object.hasOwn(declinedCards, number)) return null
      return { 'payment_data.card_number': [onlyTestCards] }
    },
    authorise: async (attempt, _amount, payment) => decide(attempt, payment),
    capture: async () => {},
    release: async () => {},
  }
}

function decide(attempt: string, payment: Payment): Authorisation {
  const reason = declineOf(payment)
  if (reason !== null) return { isApproved: false, reason }
  const reference = createHash('sha256').update(attempt).digest('hex').slice(0, 24)
  return { isApproved: true, reference: `test_${reference}` }
}

function declineOf({ payment_data }: Payment): string | null {
  if ('card_number' in payment_data) {
    const number = payment_data.card_number
    return approvedCards.has(number) ? null : (declinedCards[number] ?? 'not a test card')
  }
  if ('account_number' in payment_data) {
    return payment_data.account_number.replaceAll(' ', '') === declinedAccount ? 'declined' : null
  }
  return payment_data.email.toLowerCase() === declinedPaypal ? 'declined' : null
}

const cardNumberOf = ({ payment_data }: Payment): string | null =>
  'card_number' in payment_data ? payment_data.card_number : null
