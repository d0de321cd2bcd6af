import type { Order } from '#contract/order.ts'
import { orderTexts } from '#contract/orderTexts.ts'

/** Of a note that was sent with an order and may not have been kept. */
export const lostNoteTexts = {
  title: 'Your message may not have reached us',
  send: 'send it to us again',
  /** Of the message that sends it again. */
  subject: ({ order_number }: Order): string => `${orderTexts.note}: order ${order_number}`,
}
