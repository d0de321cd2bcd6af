/** What the shop says about the network; the first three word for word as specified. */
export const networkTexts = {
  title: 'No Network Connection',
  message: 'Could not connect to the internet. Please check your network.',
  tryAgain: 'Try Again',

  continueOffline: 'Continue offline',
  asking: 'Asking…',
  stillNone: 'Still no answer from the shop. Your connection may need another moment.',

  offline: 'You are offline.',
  slow: 'Slow connection',
  slowSaved: 'Slow connection, showing saved copy',
  backOnline: 'Back online.',
  backOnlineHint: 'Reload when you are done here.',
  reload: 'Reload',
} as const
