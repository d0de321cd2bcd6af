import * as v from 'valibot'
import { AddressAnswer, AddressesAnswer, NewAddress } from '#contract/address.ts'
import { addressTexts } from '#contract/addressTexts.ts'
import { MessageAnswer } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { customerOf, signedInScope } from '../auth/signedIn.ts'
import type { App } from '../http/fastify.ts'
import type { Services } from '../services.ts'
import { addAddress, changeAddress, listAddresses, removeAddress, setDefaultAddress } from './store.ts'

const AddressPath = v.object({ id: v.string() })

/** The address book of the signed-in customer. */
export async function registerAddresses(app: App, services: Services): Promise<void> {
  const { db, clock } = services
  await signedInScope(app, services, (scope) => {
    scope.get(`/${paths.addresses}`, { schema: { response: { 200: AddressesAnswer } } }, async (request) => ({
      data: await listAddresses(db, customerOf(request).customer_id),
    }))

    scope.post(
      `/${paths.addresses}`,
      { schema: { body: NewAddress, response: { 201: AddressAnswer } } },
      async (request, reply) => {
        const data = await addAddress(db, customerOf(request), request.body, clock())
        reply.code(201)
        return { data }
      },
    )

    scope.put(
      `/${paths.addresses}:id/`,
      { schema: { params: AddressPath, body: NewAddress, response: { 200: AddressAnswer } } },
      async (request) => ({
        data: await changeAddress(db, customerOf(request), request.params.id, request.body),
      }),
    )

    scope.delete(
      `/${paths.addresses}:id/`,
      { schema: { params: AddressPath, response: { 200: MessageAnswer } } },
      async (request) => {
        await removeAddress(db, customerOf(request), request.params.id)
        return { message: addressTexts.deleted }
      },
    )

    scope.put(
      `/${paths.addresses}:id/set-default/`,
      { schema: { params: AddressPath, response: { 200: AddressAnswer } } },
      async (request) => ({
        data: await setDefaultAddress(db, customerOf(request), request.params.id),
      }),
    )
  })
}
