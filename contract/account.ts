import * as v from 'valibot'
import { Address } from './address.ts'
import { Profile, signInPassword } from './auth.ts'
import { Instant, emailAddress, requiredLine, requiredText } from './fields.ts'
import { Order } from './order.ts'
import { contactNumber } from './phone.ts'
import { Pounds } from './pounds.ts'
import { SavedCard } from './savedCards.ts'
import { codeOf } from './spelling.ts'

/**
 * What customers may change about themselves; `contact_no` may be empty. A new email address counts once it is
 * confirmed.
 */
export const ProfileChange = v.object({
  first_name: requiredLine('First name is required', 100),
  last_name: requiredLine('Last name is required', 100),
  email: emailAddress('Email is required', 'Please enter a valid email'),
  contact_no: v.optional(contactNumber, ''),
})
export type ProfileChange = v.InferOutput<typeof ProfileChange>

/** What is left out stays as it is. */
export const ProfilePatch = v.partial(ProfileChange)
export type ProfilePatch = v.InferOutput<typeof ProfilePatch>

/** A customer with a password proves themselves with it. */
export const AccountDeletion = v.object({ password: signInPassword })
export type AccountDeletion = v.InferOutput<typeof AccountDeletion>

/** + A customer without a password proves themselves with an emailed code; spaces and case make no difference. */
export const AccountDeletionByCode = v.object({
  code: v.pipe(
    requiredText('Code is required', 40),
    v.transform((text) => codeOf(text).replaceAll(/[\s-]/g, '')),
  ),
})
export type AccountDeletionByCode = v.InferOutput<typeof AccountDeletionByCode>

/** Everything the shop holds about a customer. Messages, emails and newsletter: of an address that was proved only. */
export const AccountExport = v.object({
  exported_at: Instant,
  profile: v.object({
    ...Profile.entries,
    created_at: Instant,
    /** When they agreed to the terms; who first came by a third-party login was not asked. */
    agreed_at: v.nullable(Instant),
    email_verified_at: v.nullable(Instant),
    /** Those that an emailed link gives back, or did not long ago. */
    former_emails: v.optional(v.array(v.string()), []),
  }),
  /** What third-party logins call them; and whom, refused since then, they said they are not. */
  identities: v.array(
    v.object({
      issuer: v.string(),
      subject: v.string(),
      created_at: Instant,
      refused_at: v.optional(v.nullable(Instant), null),
    }),
  ),
  addresses: v.array(Address),
  payment_methods: v.array(SavedCard),
  cart: v.array(
    v.object({
      name: v.string(),
      slug: v.string(),
      variant: v.nullable(v.string()),
      quantity: v.number(),
      price: Pounds,
    }),
  ),
  wishlist: v.array(v.object({ name: v.string(), slug: v.string() })),
  orders: v.array(
    v.object({
      ...Order.entries,
      /** Whom it is for, as typed at the checkout; null, like the addresses, if somebody else may have typed it. */
      contact: v.nullable(
        v.object({
          first_name: v.string(),
          last_name: v.string(),
          email: v.string(),
          phone: v.string(),
        }),
      ),
      /** The payment provider's; null, like the addresses, if somebody else may have paid. */
      payment_reference: v.optional(v.nullable(v.string()), null),
    }),
  ),
  /** `declined` by the bank, or `released` because the order could not be placed. Kept for 30 days. */
  payments_without_order: v.array(v.object({ amount: Pounds, status: v.string(), created_at: Instant })),
  reviews: v.array(
    v.object({
      product_id: v.number(),
      /** The piece's. */
      name: v.optional(v.string(), ''),
      rating: v.number(),
      title: v.string(),
      text: v.string(),
      created_at: Instant,
    }),
  ),
  contact_messages: v.array(
    v.object({ name: v.string(), subject: v.string(), message: v.string(), created_at: Instant }),
  ),
  /** What was sent of late, or waits to be. What is in them is not kept once they are sent. */
  emails: v.optional(
    v.array(
      v.object({
        to_address: v.string(),
        subject: v.string(),
        created_at: Instant,
        sent_at: v.nullable(Instant),
      }),
    ),
    [],
  ),
  newsletter: v.nullable(v.object({ requested_at: Instant, confirmed_at: v.nullable(Instant) })),
  sessions: v.array(
    v.object({
      created_at: Instant,
      last_used_at: Instant,
      expires_at: Instant,
      revoked_at: v.nullable(Instant),
    }),
  ),
})
export type AccountExport = v.InferOutput<typeof AccountExport>
