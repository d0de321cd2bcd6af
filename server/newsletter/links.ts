import type { Config } from '../config.ts'

/**
 * The page where a reader confirms (`token`), or leaves. Readers of long ago may have a token that ends in a hyphen, which
 * some email programs would leave out of the link.
 */
export const newsletterLink = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  name: 'token' | 'unsubscribe',
  token: string,
): string => `${publicUrl}/newsletter?${name}=${token.replace(/-$/, '%2D')}`
