/**
 * Whom a mail is for. Without a name where nobody has proved the address: it may be somebody else's, and whoever typed
 * it typed the name too. The name is empty where there is none any more.
 */
export type Recipient = { email: string; first_name: string | null }

/** How a mail begins. */
export const hello = ({ first_name }: Recipient): string => (first_name ? `Hello ${first_name}` : 'Hello')
