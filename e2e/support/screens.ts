/** Marks a test whose result does not depend on the screen size, among others whose results do. */
export const anyScreen = '@any-screen'
