import { inTime } from './inTime.ts'
import type { PaymentGateway } from './port.ts'
import { testGateway } from './testGateway.ts'

/**
 * The gateway that moves the shop's money, for every program that moves some: charging with one and refunding with
 * another would do neither. A shop that trades puts its provider in the test gateway's place.
 */
export const paymentGateway = (): PaymentGateway => inTime(testGateway())
