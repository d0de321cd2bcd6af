import * as v from 'valibot'
import { dataOf, optionalLine, requiredLine } from './fields.ts'
import { phoneNumber } from './phone.ts'

export const NewAddress = v.object({
  full_name: requiredLine('Full name is required', 100),
  phone: phoneNumber('Phone number is required', 'Please enter a valid phone number'),
  address_line_1: requiredLine('Address is required'),
  address_line_2: optionalLine(),
  city: requiredLine('City is required', 100),
  state: requiredLine('County or state is required', 100),
  postal_code: requiredLine('Postcode is required', 20),
  country: requiredLine('Country is required', 60),
  is_default: v.optional(v.boolean(), false),
})
export type NewAddress = v.InferOutput<typeof NewAddress>

export const Address = v.object({
  id: v.string(),
  full_name: v.string(),
  phone: v.string(),
  address_line_1: v.string(),
  address_line_2: v.optional(v.string(), ''),
  city: v.string(),
  state: v.string(),
  postal_code: v.string(),
  country: v.string(),
  is_default: v.boolean(),
})
export type Address = v.InferOutput<typeof Address>
export const AddressAnswer = dataOf(Address)
export const AddressesAnswer = dataOf(v.array(Address))
