import { orderTexts } from '#contract/orderTexts.ts'
import * as v from 'valibot'
import { NewOrder, OrderPlaced } from '#contract/checkout.ts'
import { CancelAnswer, OrderAnswer, OrderHistoryAnswer, TrackAnswer, TrackQuery } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { makeAfterwards } from '../process/afterwards.ts'
import { customerOf, signedInScope } from '../auth/signedIn.ts'
import { type App, compression } from '../http/fastify.ts'
import { fingerprinter, keyOf, replayedHeader, sweepIdempotency } from '../calls/idempotency.ts'
import { makeFairGate } from '../queues/fairGate.ts'
import { callLimit } from '../calls/limits.ts'
import { networkOf } from '../calls/networks.ts'
import { mailCounter, mailLimit } from '../mail/limits.ts'
import { tally } from '../metrics/tally.ts'
import { sweepAttempts } from '../payments/attempts.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { checkoutScope, scheduleRecovery } from '../payments/recovery.ts'
import { notFound } from '../http/problem.ts'
import { repeat } from '../process/repeat.ts'
import type { Services } from '../services.ts'
import { turnsAt } from '../queues/unkeptReads.ts'
import { cancelOrder } from './cancel.ts'
import { placeOrder } from './checkout.ts'
import type { OrderServices } from './checkout.ts'
import { registerCouponCheck } from './couponRoutes.ts'
import { refuseWith } from './envelope.ts'
import { nonSecret } from './fingerprint.ts'
import { makeOnceFree } from './heldUp.ts'
import { sweepOrders } from './oldOrders.ts'
import { findOrder, listOrders, trackOrder } from './store.ts'
import { codeLimit, makeUndecided, whenceNamer } from './tries.ts'

const minute = 60_000
const hour = 60 * minute
const OrderPath = v.object({ orderNumber: v.string() })

/**
 * How many checkouts are at the database at a time, and so the most in one statement. With twice as many, each
 * statement would hold up catalogue reads for twice as long, and gain little.
 */
export const atOnce = 20
/**
 * How many wait behind these: anybody else would wait longer than a shopper does, and is told to try again. Networks take
 * turns: an account is free, and nobody's script may keep all others from ordering.
 */
export const longestQueue = 500

/** An order of a few pieces goes in two packets either way; to compress it takes a tenth of the whole checkout. */
const onlyLong = { ...compression, threshold: 4_096 }

/** Checkout, the customer's orders, and tracking for anybody who knows a number. */
export async function registerOrders(app: App, services: Services, gateway: PaymentGateway): Promise<void> {
  const turns = makeFairGate(atOnce, longestQueue, tally.checkouts)
  const undecided = makeUndecided()
  const all: OrderServices = {
    ...services,
    gateway,
    turns,
    onceFree: makeOnceFree(),
    undecided,
    codes: codeLimit(services),
    mayMail: mailLimit(services),
    mailCounter: mailCounter(services),
    afterwards: makeAfterwards(app),
    log: app.log,
  }
  await app.register(async (scope: App) => checkoutRoutes(scope, all))
  await app.register(async (scope: App) => historyRoutes(scope, all))
  await app.register(async (scope: App) => trackingRoutes(scope, all))
  scheduleRecovery(app, services, gateway)
  repeat(app, hour, 'Old idempotency keys could not be cleared away', (closing) =>
    sweepIdempotency(services.db, services.clock(), closing),
  )
  repeat(app, hour, 'Old orders could not be cleared away', () => sweepOrders(services.db, services.clock()))
  repeat(app, hour, 'Old payments could not be cleared away', (closing) =>
    sweepAttempts(services.db, services.clock(), closing),
  )
}

async function checkoutRoutes(outer: App, services: OrderServices): Promise<void> {
  const fingerprint = fingerprinter(services.config.sessionSecret)
  const whenceOf = whenceNamer(services.config)
  refuseWith(outer, { status: 'error', errors: {} })
  outer.addHook('onRequest', async ({ ip }) => services.turns.makeSureOfRoom(networkOf(ip)))
  await signedInScope(outer, services, (scope) => {
    for (const path of [paths.orders, paths.checkout]) {
      scope.post(
        `/${path}`,
        {
          config: { waitsElsewhere: true },
          schema: { body: NewOrder, response: { 201: OrderPlaced } },
          compress: onlyLong,
        },
        async (request, reply) => {
          const call = {
            ...customerOf(request),
            scope: checkoutScope,
            key: keyOf(request),
            fingerprint: fingerprint(...nonSecret(request.body)),
            now: services.clock(),
            from: networkOf(request.ip),
            whence: whenceOf(request.ip),
          }
          const { body, isReplay } = await placeOrder(services, call, request.body)
          if (isReplay) reply.headers(replayedHeader)
          return reply.code(201).send(body)
        },
      )
    }
  })
}

async function historyRoutes(outer: App, services: OrderServices): Promise<void> {
  const { db } = services
  await signedInScope(outer, services, async (scope, turnOf) => {
    registerCouponCheck(scope, services, services.codes)
    scope.get(
      `/${paths.orderHistory}`,
      { schema: { response: { 200: OrderHistoryAnswer } } },
      async (request) => ({
        data: { orders: await listOrders(db, customerOf(request).customer_id) },
      }),
    )

    scope.get(
      '/orders/order/:orderNumber/',
      { schema: { params: OrderPath, response: { 200: OrderAnswer } } },
      async (request) => {
        const order = await findOrder(db, customerOf(request).customer_id, request.params.orderNumber)
        if (order === null) throw notFound(orderTexts.notFound)
        return { status: 'success' as const, data: order, message: 'Order found', cart_id: order.cart_id }
      },
    )

    await scope.register(async (cancelling: App) => {
      refuseWith(cancelling, { success: false })
      cancelling.put(
        '/orders/order/:orderNumber/cancel/',
        { config: { waitsElsewhere: true }, schema: { params: OrderPath, response: { 200: CancelAnswer } } },
        async (request) => {
          const { customer_id } = customerOf(request)
          await cancelOrder(services, customer_id, request.params.orderNumber, turnOf(request))
          return { success: true as const, message: orderTexts.cancelled }
        },
      )
    })
  })
}

async function trackingRoutes(scope: App, services: Services): Promise<void> {
  // Numbers must not be tried out: ten unknown ones a minute, those that are found not counted.
  const limit = callLimit(services, {
    name: 'track',
    most: 10,
    window: minute,
    from: 'first',
    message: 'Too many attempts. Please try again in a minute.',
  })
  const inTurn = turnsAt(scope, `/${paths.trackOrder}`)
  refuseWith(scope, { success: false })
  scope.get(
    `/${paths.trackOrder}`,
    { schema: { querystring: TrackQuery, response: { 200: TrackAnswer } } },
    async (request) => {
      const data = await inTurn(request, async () => {
        await limit.count(request.ip)
        const found = await trackOrder(services.db, request.query.order_number)
        if (found !== null) await limit.forgive(request.ip)
        return found
      })
      if (data === null) throw notFound(orderTexts.notFound)
      return { success: true as const, message: 'Order found', data }
    },
  )
}
