import type { Config } from '../config.ts'

/** The page where a reader confirms (`token`), or leaves. */
export const newsletterLink = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  name: 'token' | 'unsubscribe',
  token: string,
): string => `${publicUrl}/newsletter?${name}=${token}`
