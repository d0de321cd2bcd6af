/** The localStorage keys of the specification. */
export const storageKeys = {
  access: 'auth_token',
  refresh: 'refresh_token',
  user: 'user_data',
  rememberMe: 'remember_me',
  isFirstLogin: 'is_first_login',
  cookiePreferences: 'cookie_preferences',
} as const
