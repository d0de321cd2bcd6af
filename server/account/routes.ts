import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import { AccountDeletion, AccountDeletionByCode, AccountExport } from '#contract/account.ts'
import { deletionCodePath } from '#contract/accountDeletion.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { makeAfterwards } from '../process/afterwards.ts'
import type { AuthServices } from '../auth/accounts.ts'
import { customerOf, signedInScope } from '../auth/signedIn.ts'
import type { App } from '../http/fastify.ts'
import { anonymiseFormerOrders } from '../orders/former.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { repeat } from '../process/repeat.ts'
import { mailDeletionCode } from './deletionCode.ts'
import { eraseAccount } from './erase.ts'
import { writeExport } from './export.ts'
import { sweepUnconfirmed } from './unconfirmed.ts'

const bodyLimit = 8 * 1024
const hour = 3_600_000

/** By code only if one is given: a request with neither is told that the password is missing. */
const Deletion = v.lazy((given) =>
  typeof given === 'object' && given !== null && 'code' in given ? AccountDeletionByCode : AccountDeletion,
)

/** Sends JSON that is checked and written already: what sends the answers of a route checks and writes them whole. */
const sendJson = (reply: FastifyReply, text: string) =>
  reply.type('application/json; charset=utf-8').send(text)

/** A customer's data as a whole: a copy of it, and its end. */
export async function registerAccount(
  app: App,
  services: AuthServices,
  gateway: PaymentGateway,
): Promise<void> {
  const all = { ...services, gateway, log: app.log, afterwards: makeAfterwards(app) }
  await signedInScope(app, services, (scope, turnOf) => {
    scope.get(
      `/${paths.exportAccount}`,
      { schema: { response: { 200: AccountExport } } },
      async (request, reply) => {
        const text = await writeExport(services, customerOf(request).customer_id)
        reply.header('content-disposition', 'attachment; filename="my-data.json"')
        return sendJson(reply, text)
      },
    )

    scope.delete(
      `/${paths.account}`,
      {
        bodyLimit,
        config: { waitsElsewhere: true },
        schema: { body: Deletion, response: { 200: MessageAnswer } },
      },
      async (request) => {
        const proof = { ...request.body, ip: request.ip }
        await eraseAccount(all, customerOf(request).customer_id, proof, turnOf(request))
        return { message: accountTexts.deleted }
      },
    )

    scope.post(
      `/${deletionCodePath}`,
      { bodyLimit, schema: { response: { 200: MessageAnswer } } },
      async (request) => {
        await mailDeletionCode(services, customerOf(request).customer_id)
        return { message: accountTexts.codeMailed }
      },
    )
  })
  repeat(app, hour, 'Orders of former customers could not be looked through', () =>
    anonymiseFormerOrders(services.db, services.clock()),
  )
  repeat(app, hour, 'Accounts that nobody confirmed could not be removed', (closing) =>
    sweepUnconfirmed(services.db, services.clock(), closing),
  )
}
