/** What the browser keeps in localStorage, under the specification's keys. */
export const storageKeys = {
  access: 'auth_token',
  refresh: 'refresh_token',
  user: 'user_data',
  rememberMe: 'remember_me',
  isFirstLogin: 'is_first_login',
  cookiePreferences: 'cookie_preferences',
} as const

export const authTexts = {
  accountCreated: 'Account created successfully! Please verify your email.',
  registrationRedirecting: 'Registration successful! Redirecting...',
  registrationFailed: 'Registration failed',
  loggedIn: 'Logged In Successfully',
  loginFailed: 'Login failed',
  invalidCredentials: 'Invalid email or password',
  notVerified: 'Please verify your email address to login',
  blocked: 'Your account has been blocked. Please contact support.',
  tooManyAttempts: 'Too many attempts. Please wait a while and try again.',
  loggedOut: 'Logged out successfully',
  logoutFailed: 'Logout Failed',
  sessionExpired: 'Session expired',
  noTokenFound: 'No token found',
  noRefreshToken: 'No refresh token available',
  emailVerified: 'Email verified successfully',
  invalidToken: 'Invalid or Expired Token',
  signOut: 'Sign Out',
  signingOut: 'Signing Out...',
} as const
