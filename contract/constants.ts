/** Figures of the specification (`docs/deviations.md`). Durations in milliseconds. */
export const pageSize = 8
export const largestPageSize = 48
export const paginationWindow = 5
export const relatedProducts = 4

// One name each instead of objects: the build writes such a number where it is used, and the entry carries none.
export const desktopSearchDebounce = 800
export const mobileSearchDebounce = 500
export const cartQuantityDebounce = 500
export const resizeDebounce = 50

export const carouselAutoplay = 3000
export const carouselSpeed = 500

export const redirectAfterSignUp = 2000
export const redirectAfterLogin = 1500
export const redirectAfterSignOut = 1000
export const redirectAfterPasswordReset = 3000
export const cartRefreshAfterOrder = 3000

export const standardToast = 3000
export const longToast = 5000
/** With something to reach, such as Undo. */
export const actionToast = 8000
/** With something to copy by hand. */
export const toCopyToast = 15_000

export const startupLoader = 2000

/** The profile shows as many orders at most. */
export const recentOrders = 5

/** The most one cart may hold of different lines, and of one line. */
export const largestCart = 100
export const largestQuantity = 999
/**
 * What the pieces of one order may come to, in pence: with the tax on them and the dearest way to send them it is still
 * less than the 2,147,483,647 that a whole number of the database holds.
 */
export const largestSubtotal = 2_000_000_000
export const largestAddressBook = 20
/** The most cards that one account may keep. */
export const mostSavedCards = 10
/** Read whole at each visit, with all that is known of each piece. */
export const largestWishlist = 200

/** At or below this the checkout calls the stock low, whatever the product's own threshold is. */
export const checkoutLowStock = 5

/** The most characters of a name in the catalogue; what is asked for by a name may be as long. */
export const longestName = 200

/** The most characters of what is searched for. */
export const longestSearch = 200

/** The most characters of a message's subject. */
export const longestSubject = 150

/** The most characters of a coupon's code. */
export const longestCoupon = 40

/** The most characters of what an order says to the jeweller. */
export const longestNote = 300

// What is promised of returns: for how many days, for what share of the price, and after how many business days.
export const returnWindowDays = 15
export const restockingPercent = 15
export const refundDays = '5-7'
/** By the Consumer Contracts Regulations 2013, whoever bought online may cancel until so many days after it arrived. */
export const cancellationDays = 14
/** By the Consumer Rights Act 2015, whoever has no order so many days after placing it may cancel it. */
export const longestDelivery = 30
export const returnsInShort = `${returnWindowDays} days to return, less ${restockingPercent}%`

// What is promised of every piece, and of every parcel: 'it arrives …'.
export const warrantyInShort = 'One-year warranty'
export const parcelInShort = 'insured, tracked and signed for'

/** The header's preview shows as many pieces at most. */
export const wishlistPreview = 5

/** The widths that pictures are made in, in pixels, as far as their masters reach. */
export const pictureWidths = [160, 240, 320, 480, 640, 800, 1000, 1280, 1920] as const
