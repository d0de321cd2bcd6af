import * as v from 'valibot'
import { MessageAnswer } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { NewSavedCard, SavedCardAnswer, SavedCardsAnswer } from '#contract/savedCards.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import { makeAfterwards } from '../process/afterwards.ts'
import { customerOf, signedInScope } from '../auth/signedIn.ts'
import type { App } from '../http/fastify.ts'
import { callLimit } from '../calls/limits.ts'
import type { Services } from '../services.ts'
import { scheduleForgetting } from './forgetting.ts'
import { forgetCard, saveCard } from './keeping.ts'
import type { PaymentGateway } from './port.ts'
import { listCards, removeCard, setDefaultCard } from './savedCards.ts'

const bodyLimit = 8 * 1024
const minute = 60_000
const CardPath = v.object({ id: v.string() })

/** The cards that the signed-in customer keeps for later orders. */
export async function registerSavedCards(
  app: App,
  services: Services,
  gateway: PaymentGateway,
): Promise<void> {
  const { db } = services
  // Nobody shall find out here which of many stolen cards are good.
  const limit = callLimit(services, {
    name: 'save card',
    most: 20,
    window: 10 * minute,
    from: 'first',
    message: savedCardTexts.tooMany,
  })
  const keeping = { ...services, gateway, log: app.log, afterwards: makeAfterwards(app) }
  scheduleForgetting(app, keeping)

  await signedInScope(app, services, (scope, turnOf) => {
    scope.get(
      `/${paths.paymentMethods}`,
      { schema: { response: { 200: SavedCardsAnswer } } },
      async (request) => ({ data: await listCards(db, customerOf(request).customer_id) }),
    )

    scope.post(
      `/${paths.paymentMethods}`,
      {
        bodyLimit,
        config: { waitsElsewhere: true },
        schema: { body: NewSavedCard, response: { 200: SavedCardAnswer, 201: SavedCardAnswer } },
      },
      async (request, reply) => {
        await limit.count(request.ip)
        const { is_default, ...typed } = request.body
        const { card, isNew } = await saveCard(keeping, customerOf(request), typed, is_default)
        return reply.code(isNew ? 201 : 200).send({ data: card })
      },
    )

    scope.delete(
      `/${paths.paymentMethods}:id/`,
      { config: { waitsElsewhere: true }, schema: { params: CardPath, response: { 200: MessageAnswer } } },
      async (request) => {
        const remove = () => removeCard(db, customerOf(request), request.params.id, services.clock())
        const gone = await turnOf(request)(remove)
        await forgetCard(keeping, gone)
        return { message: savedCardTexts.removed }
      },
    )

    scope.put(
      `/${paths.paymentMethods}:id/set-default/`,
      { schema: { params: CardPath, response: { 200: SavedCardAnswer } } },
      async (request) => ({
        data: await setDefaultCard(db, customerOf(request), request.params.id),
      }),
    )
  })
}
