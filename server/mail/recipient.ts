/**
 * Whom an email is for. Without a name if nobody has proved the address: it may be somebody else's, and whoever typed
 * it typed the name too. The name is also empty if the account has gone.
 */
export type Recipient = {
  email: string
  first_name: string | null
  /** Whether they have left: then there is no account in which their order can be seen. */
  hasLeft?: boolean
}

/** How an email begins. */
export const hello = ({ first_name }: Recipient): string => (first_name ? `Hello ${first_name}` : 'Hello')
