import { AccountDeletion, AccountExport } from '#contract/account.ts'
import { accountTexts } from '#contract/accountTexts.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import type { AuthServices } from '../auth/accounts.ts'
import { customerOf, signedInScope } from '../auth/signedIn.ts'
import type { App } from '../fastify.ts'
import { anonymiseFormerOrders } from '../orders/former.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { repeat } from '../repeat.ts'
import { eraseAccount } from './erase.ts'
import { exportAccount } from './export.ts'

const bodyLimit = 8 * 1024
const hour = 3_600_000

/** A customer's data as a whole: a copy of it, and its end. */
export async function registerAccount(
  app: App,
  services: AuthServices,
  gateway: PaymentGateway,
): Promise<void> {
  const all = { ...services, gateway, log: app.log }
  await signedInScope(app, services, (scope) => {
    scope.get(
      `/${paths.exportAccount}`,
      { schema: { response: { 200: AccountExport } } },
      async (request, reply) => {
        reply.header('content-disposition', 'attachment; filename="damson-my-data.json"')
        return exportAccount(services, customerOf(request).customer_id)
      },
    )

    scope.delete(
      `/${paths.account}`,
      { bodyLimit, schema: { body: AccountDeletion, response: { 200: MessageAnswer } } },
      async (request) => {
        const { password } = request.body
        await eraseAccount(all, customerOf(request).customer_id, { password, ip: request.ip })
        return { message: accountTexts.deleted }
      },
    )
  })
  repeat(app, hour, 'Orders of former customers could not be looked through', () =>
    anonymiseFormerOrders(services.db, services.clock()),
  )
}
