import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Every exact text in the shop's specification: of its screens, rules, guests and messages. */
const specified = {
  screens: [
    'Loading...',
    'No Network Connection',
    'Could not connect to the internet. Please check your network.',
    'Try Again',
    'View All Wishlist Items',
    'Sign Out',
    'Signing Out...',
    'Popular Categories',
    'Error: ',
    'Failed to load hero page content',
    'Our Jewellery Collection',
    'No products found',
    'You may also like',
    'Image not available',
    'No Image',
    'Continue Shopping',
    'Order History',
    'No orders found.',
    'Shipping Address',
    'Billing Address',
    'Not available',
    'Back to Orders',
    'Placed On',
    'Cancel Order',
    'Items in this Order',
    'Order Summary',
    'No, Keep Order',
    'Yes, Cancel Order',
    'Track Your Order',
    'Enter your Order Number',
    'Track Order',
    'Checking...',
    'Track Shipment',
    'Check Your Email',
    'Invalid Reset Link',
    'Invalid or Expired Token',
    'Send Us a Message',
    'Reject All',
    'Best Matches',
    'Price: Low to High',
    'Price: High to Low',
    'Newest First',
    'Sales Up To 25% OFF Use Coupon Code',
    'Weak',
    'Good',
    'Strong',
    'Profile Information',
    'Payment Methods',
    'Account Details',
    'My Orders',
    'Order Status',
    'Tracking Number',
    'Subscribe',
    'Return to Login',
    'My Wishlist',
    'In Cart',
    'No results found for "',
    'Cancel Order #',
  ],
  rules: [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Please enter a valid email',
    'Contact number is required',
    'Please enter a valid phone number (10-15 digits)',
    'Password is required',
    'Password must be at least 6 characters',
    'Please confirm your password',
    'Passwords do not match',
    'You must agree to the terms',
    'Name is required',
    'Invalid email address',
    'Message is required',
    'Please fill in all password fields',
    'New passwords do not match',
    'Password must be at least 8 characters long',
    'Password must be at least 8 characters',
    'Password must meet at least 3 of the requirements',
    'Are you sure you want to delete this address?',
    'Please fill all required fields',
    'Please enter a valid email address',
    'Please enter a valid phone number',
    'Please select a shipping address',
    'Please complete your payment details.',
    'Please fill in all required credit card fields.',
    'Please fill in all required PayPal fields.',
    'Please fill in all required bank transfer fields.',
    'Current password is required',
    'New password is required',
    'Confirm password is required',
    'New password and confirm password should be same!!',
    'Please enter a valid email id',
    'Username is required',
    'Phone number is required',
    'Address is required',
  ],
  guests: [
    'Please login to add items to wishlist',
    'Please login to modify your wishlist',
    'Please login to modify your cart',
    'Please login to checkout',
    'Please login to manage addresses',
    'Please login to view your cart and wishlist',
  ],
  messages: [
    'Something Went Wrong!',
    'Invalid email or password',
    'Invalid username or password',
    'Please verify your email address to login',
    'Your account has been blocked. Please contact support.',
    'Login failed',
    'Registration failed',
    'Logout failed',
    'Logout Failed',
    'Google login failed',
    'No refresh token available',
    'Session expired',
    'No token found',
    'Registration successful! Redirecting...',
    'Failed to send reset email. Please try again.',
    'Failed to reset password. Please try again.',
    'Payment failed. Please try again.',
    'Product is out of stock',
    'Invalid coupon code',
    'Coupon has expired',
    'Failed to add to cart',
    'Failed to remove from cart',
    'Failed to update cart item',
    'Failed to update cart',
    'Unable to update cart item. Please try again later.',
    'Unable to clear cart. Please try again later.',
    'Checkout failed',
    'There was an error processing your order. Please try again.',
    'This item is no longer available in your cart. Your cart will be refreshed.',
    'Failed to load wishlist',
    'Failed to fetch wishlist',
    'Failed to add to wishlist',
    'Failed to remove from wishlist',
    'Invalid API response structure',
    'Failed to load product. Please try again.',
    'Product data not found in response',
    'Product not found.',
    'An error occurred during the search.',
    'Failed to send message',
    'Something went wrong.',
    'Network error. Please try again.',
    'Failed to fetch profile data',
    'Failed to update profile',
    'Failed to change password',
    'Failed to change password. Please try again.',
    'Failed to load addresses',
    'Failed to add address',
    'Failed to update address',
    'Failed to delete address',
    'Failed to set default address',
    'Failed to fetch orders',
    'Failed to fetch order detail',
    'Failed to cancel order',
    'Failed to track order',
    'Logged In Successfully',
    'Account created successfully! Please verify your email.',
    'Password reset successfully.',
    'Logged out successfully',
    'Email verified successfully',
    'Product added to cart successfully',
    'Product removed from cart',
    'Product added to wishlist',
    'Added to wishlist',
    'Removed from wishlist',
    'Added to cart',
    'Removed from cart',
    'Cart item quantity updated successfully',
    'Cart updated successfully',
    'Your cart has been cleared successfully!',
    'Order placed successfully',
    'Order placed successfully!',
    'Order cancelled successfully',
    'Profile updated successfully',
    'Profile updated successfully!',
    'Profile picture updated successfully',
    'Password changed successfully!',
    'Review added successfully',
    'Review deleted successfully',
    'Your cart is empty',
    'Your wishlist is empty',
    'Coupon applied successfully',
    'Address added successfully',
    'Address updated successfully',
    'Address deleted successfully',
    'Default address updated successfully',
    'Are you sure you want to continue?',
    'Are you sure you want to remove this item?',
    'Are you sure you want to cancel this order?',
  ],
}

/** The texts that the shop does not say, each on the page of deviations beside what it says instead. */
const leftOut = new Set([
  'Please enter a valid email id',
  'Username is required',
  'Current password is required',
  'New password is required',
  'Confirm password is required',
  'New password and confirm password should be same!!',
  'Invalid username or password',
  'Logout failed',
  'Failed to update cart',
  'Failed to fetch wishlist',
  'Order placed successfully',
  'Profile updated successfully',
  'Profile picture updated successfully',
])

const sources = globSync(['contract/**/*.ts', 'src/**/*.{ts,tsx}', 'server/**/*.ts'])
  .filter((file) => !/\.css\.ts$|\.gen\.ts$/.test(file))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }))
const deviations = readFileSync('docs/deviations.md', 'utf8')

/** The text by itself, not as the beginning of another. */
function indexOf(code: string, text: string): number {
  for (let at = code.indexOf(text); at >= 0; at = code.indexOf(text, at + 1)) {
    if (!/\w/.test(code[at - 1] ?? '') && /^(\$|\{|<|\s*['"`\n])/.test(code.slice(at + text.length)))
      return at
  }
  return -1
}

/** Where the shop says a text: in the code that shows it, or by its name in the contract. */
function places(text: string): string[] {
  return sources.flatMap(({ file, code }) => {
    const at = indexOf(code, text)
    if (at < 0) return []
    if (!file.startsWith('contract/')) return [file]
    const before = code.slice(0, at)
    const [, table, opening] = [...before.matchAll(/^export const (\w+) = ([[{]?)/gm)].at(-1) ?? []
    const key = /(\w+):\s*['"`]?$/.exec(before)?.[1]
    if (table === undefined || key === undefined) return [file]
    // A text in a table that nobody uses is said nowhere.
    const named = new RegExp(opening === '{' ? `\\b${table}(\\.\\w+)*\\.${key}\\b` : `\\b${table}\\b`)
    return sources.filter((other) => other.file !== file && named.test(other.code)).map((other) => other.file)
  })
}

describe.each(Object.entries(specified))('the specified texts of %s', (_section, texts) => {
  it.each(texts.filter((text) => !leftOut.has(text)))('%s', (text) => {
    expect(places(text)).not.toEqual([])
  })
})

describe('a specified text that is left out is said nowhere, and is told as a deviation', () => {
  const all: string[] = Object.values(specified).flat()
  it.each([...leftOut])('%s', (text) => {
    expect(all).toContain(text)
    expect(deviations).toContain(`\`${text}\``)
    expect(places(text)).toEqual([])
  })
})

/** The name of each text in a table: `guest.cart`. */
const keysOf = (table: object): string[] =>
  Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? keysOf(value).map((inner) => `${key}.${inner}`)
      : [key],
  )

describe('of the contract’s tables of texts', async () => {
  const modules = await Promise.all(
    globSync('*.ts', { cwd: 'contract' }).map(
      async (file): Promise<object> => import(`../contract/${file.replace(/\.ts$/, '')}.ts`),
    ),
  )
  const tables = modules.flatMap((module) =>
    Object.entries(module).filter(([name]: [string, unknown]) => /(^t|T)exts$/.test(name)),
  )
  // One of these is named by the address to which a login returns.
  const others = tables.filter(([name]) => name !== 'providerTexts')
  it.each(others)('%s has none that nobody says', (name, table: object) => {
    const unsaid = keysOf(table).filter((key) => {
      const named = new RegExp(`\\b${name}\\.${key.replaceAll('.', '\\.')}\\b`)
      return !sources.some(({ code }) => named.test(code))
    })
    expect(unsaid).toEqual([])
  })
})
