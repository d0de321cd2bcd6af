/** What a piece's own page says beside its name and price. */
export const productTexts = {
  linkCopied: 'Link copied',
  /** With a button that shares, where the press that asked for it was too long ago for the browser. */
  readyToShare: 'Ready to share',
  /** `address` is the link itself, so that it can be marked and copied by hand. */
  copyRefused: (address: string) => `The link could not be copied. Here it is: ${address}`,
} as const
