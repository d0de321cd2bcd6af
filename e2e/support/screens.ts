/** Marks a test of something that the size of the screen changes nothing of, beside others of which it does. */
export const anyScreen = '@any-screen'
