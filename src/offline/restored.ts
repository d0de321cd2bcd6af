const restored = 'restored'

/** Tells a form that something typed earlier is in one of its fields again: `input`, as when it was typed. */
export const restoredInput = (): Event => new CustomEvent('input', { bubbles: true, detail: restored })

/** Whether it is that: nobody has typed just now, so nothing may begin that nobody has asked for. */
export const isRestored = (event: Event): boolean => event instanceof CustomEvent && event.detail === restored
