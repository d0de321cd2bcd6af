import * as v from 'valibot'
import { emailAddress, given, requiredLine, typedPassword } from './fields.ts'
import { contactNumber } from './phone.ts'

export const signInPassword = v.pipe(
  typedPassword('Password is required'),
  v.minLength(6, 'Password must be at least 6 characters'),
)

export const Registration = v.pipe(
  v.object({
    first_name: requiredLine('First name is required', 100),
    last_name: requiredLine('Last name is required', 100),
    email: emailAddress('Email is required', 'Please enter a valid email'),
    contact_no: v.pipe(
      given('Contact number is required'),
      contactNumber,
      v.nonEmpty('Contact number is required'),
    ),
    password: signInPassword,
    confirm_password: typedPassword('Please confirm your password'),
    agreed: v.pipe(
      v.optional(v.boolean('You must agree to the terms'), false),
      // Neither this nor a malformed email may be a fault of type: the passwords would not be compared.
      v.check((agreed) => agreed, 'You must agree to the terms'),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm_password']],
      (input) => input.password === input.confirm_password,
      'Passwords do not match',
    ),
    ['confirm_password'],
  ),
)
export type Registration = v.InferOutput<typeof Registration>

export const Credentials = v.object({
  email: emailAddress('Email is required', 'Please enter a valid email'),
  password: signInPassword,
  remember: v.optional(v.boolean(), false),
})
export type Credentials = v.InferOutput<typeof Credentials>

/** The logged-in user as kept locally under `user_data`. */
export const User = v.object({
  id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
})
export type User = v.InferOutput<typeof User>

export const RegisterAnswer = v.object({ user: User, message: v.string() })
export type RegisterAnswer = v.InferOutput<typeof RegisterAnswer>

export const LoginAnswer = v.object({
  access: v.string(),
  refresh: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  user_id: v.string(),
})
export type LoginAnswer = v.InferOutput<typeof LoginAnswer>

const token = v.pipe(
  given('Token is required'),
  v.nonEmpty('Token is required'),
  v.maxLength(4096, 'Invalid token'),
)
export const RefreshInput = v.object({ refresh: token })
export const TokenInput = v.object({ token })
export const RefreshAnswer = v.object({ access: v.string(), refresh: v.optional(v.string()) })
export type RefreshAnswer = v.InferOutput<typeof RefreshAnswer>
export const ValidAnswer = v.object({ valid: v.literal(true) })
/** Any outcome counts as signed out. */
export const LoggedOut = v.unknown()

export const Profile = v.object({
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  contact_no: v.string(),
  last_password_change: v.nullable(v.string()),
  /** + False for a customer who has only ever used a third-party login. */
  has_password: v.optional(v.boolean(), true),
  /** + When somebody proved that `email` is theirs; null: nobody has. Older servers do not say. */
  email_verified_at: v.optional(v.nullable(v.string())),
  /** + The address that will replace `email`, once the link that was sent to it has been opened. */
  pending_email: v.optional(v.nullable(v.string()), null),
})
export type Profile = v.InferOutput<typeof Profile>
