/**
 * Whether somebody has typed or ticked something in a form of it that was not so from the start. What has no name, such
 * as a slider that measures, belongs to no form.
 */
export const hasInput = (element: HTMLElement): boolean =>
  [...element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input[name], textarea[name]')].some(
    isChanged,
  )

const isChanged = (control: HTMLInputElement | HTMLTextAreaElement): boolean =>
  // The value of a box is what it is sent as.
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
