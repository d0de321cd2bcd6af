/** Marks a test whose result does not depend on the screen size, among others whose results do. */
export const anyScreen = '@any-screen'

/** Marks a test of something that only a wide screen has. */
export const wideScreen = '@wide-screen'
