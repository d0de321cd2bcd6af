import { inTime } from './inTime.ts'
import type { PaymentGateway } from './port.ts'
import { testGateway } from './testGateway.ts'

/**
 * Who moves the shop's money, for every program that moves some: one that charges here and another that pays back
 * there would do neither. A shop that trades puts its provider in the test gateway's place.
 */
export const paymentGateway = (): PaymentGateway => inTime(testGateway())
