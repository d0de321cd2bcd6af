import { lazily } from '#contract/lazily.ts'

// The server, the prerenderer and every browser must write the same text, whatever their own time zone is.
const writer = (locale: string, options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat(locale, { timeZone: 'Europe/London', ...options }))

const dayAndYear = writer('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const moment = writer('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const short = writer('en-IN', { day: 'numeric', month: 'short', year: 'numeric' })

/** `27 November 2026` */
export const formatDate = (iso: string): string => dayAndYear().format(new Date(iso))
/** `27 Nov 2026, 14:32` */
export const formatDateTime = (iso: string): string => moment().format(new Date(iso))
/** The order list's short day-month-year in the specified en-IN. */
export const formatOrderDate = (iso: string): string => short().format(new Date(iso))
