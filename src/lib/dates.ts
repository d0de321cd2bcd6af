// The server, the prerenderer and every browser must write the same text, whatever their own time zone is.
const london = { timeZone: 'Europe/London' } as const
const day = new Intl.DateTimeFormat('en-GB', { ...london, day: 'numeric', month: 'long' })
const dayAndYear = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const moment = new Intl.DateTimeFormat('en-GB', { ...london, dateStyle: 'medium', timeStyle: 'short' })
const short = new Intl.DateTimeFormat('en-IN', { ...london, day: 'numeric', month: 'short', year: 'numeric' })

/** `27 November` */
export const formatDay = (date: Date): string => day.format(date)
/** `27 November 2026` */
export const formatDate = (iso: string): string => dayAndYear.format(new Date(iso))
/** `27 Nov 2026, 14:32` */
export const formatDateTime = (iso: string): string => moment.format(new Date(iso))
/** The order list's short day-month-year in the specified en-IN. */
export const formatOrderDate = (iso: string): string => short.format(new Date(iso))
