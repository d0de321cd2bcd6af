/** What is said of a customer's cart that was not read on this device today, and cannot be now. */
export const unreadCart = {
  kept: 'Your cart is kept on this device for a day after it was read.',
  /** What follows where something waits for the network. */
  waits: 'What you have changed in it waits for the network.',
} as const
