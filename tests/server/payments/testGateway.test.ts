import { expect, test } from 'vitest'
import type { Payment } from '#server/payments/port.ts'
import { declinedAccount, declinedPaypal, testGateway } from '#server/payments/testGateway.ts'

const gateway = testGateway()
const byCard = (card_number: string): Payment => ({
  payment_method: 'card',
  payment_data: { name: 'Ada', card_number, expiry: '12/40', cvv: '123' },
})
const byPaypal = (email: string): Payment => ({
  payment_method: 'paypal',
  payment_data: { email, password: 'secret' },
})
const byBank = (account_number: string): Payment => ({
  payment_method: 'bank_transfer',
  payment_data: { account_number, routing_number: '123456' },
})

test.each(['4242424242424242', '4000056655665556', '5555555555554444', '378282246310005'])(
  'the test card %s pays',
  async (number) => {
    expect(gateway.refuses(byCard(number))).toBeNull()
    expect(await gateway.authorise('attempt', 100, byCard(number))).toMatchObject({ isApproved: true })
  },
)

test.each([
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient funds'],
])('the test card %s is declined: %s', async (number, reason) => {
  expect(gateway.refuses(byCard(number))).toBeNull()
  expect(await gateway.authorise('attempt', 100, byCard(number))).toEqual({ isApproved: false, reason })
})

test.each(['4539578763621486', '6011111111111117', '4000000000000069'])(
  'the card %s, whose check digit is right but which is no test card of ours, is refused with the reason',
  async (number) => {
    expect(gateway.refuses(byCard(number))).toEqual({
      'payment_data.card_number': ['Only test cards work in this shop, such as 4242 4242 4242 4242.'],
    })
    expect(await gateway.authorise('attempt', 100, byCard(number))).toMatchObject({ isApproved: false })
    const { payment_data } = byCard(number)
    expect('card_number' in payment_data && (await gateway.keepCard(payment_data))).toMatchObject({
      isKept: false,
    })
  },
)

test('PayPal and bank transfer pay, but for the values that are there to be declined', async () => {
  expect(await gateway.authorise('a', 1, byPaypal('ada@example.com'))).toMatchObject({ isApproved: true })
  for (const declined of [declinedPaypal, 'Declined@Example.com'])
    expect(await gateway.authorise('a', 1, byPaypal(declined))).toMatchObject({ isApproved: false })
  expect(await gateway.authorise('a', 1, byBank('12345678'))).toMatchObject({ isApproved: true })
  expect(await gateway.authorise('a', 1, byBank(declinedAccount))).toMatchObject({ isApproved: false })
})

test('asked again for the same attempt it gives the same reference, and nothing of the card is in it', async () => {
  const once = await gateway.authorise('attempt', 100, byCard('4242424242424242'))
  expect(await gateway.authorise('attempt', 100, byCard('4242424242424242'))).toEqual(once)
  expect(JSON.stringify(once)).not.toMatch(/42424242/)
})
