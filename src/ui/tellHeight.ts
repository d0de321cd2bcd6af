/**
 * A ref for what is fixed to the window's edge: publishes its height in CSS pixels as the custom property `name` for
 * what keeps clear of it. The height depends on the window and on the reader's text size; what is not displayed has
 * none.
 */
export const tellHeight = (name: `--${string}`) => (element: HTMLElement | null) => {
  if (!element) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(name)
  }
}
