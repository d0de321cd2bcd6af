export const checkoutTexts = {
  fillRequired: 'Please fill all required fields',
  emailInvalid: 'Please enter a valid email address',
  phoneInvalid: 'Please enter a valid phone number',
  chooseAddress: 'Please select a shipping address',
  chooseBilling: 'Please select a billing address',
  completePayment: 'Please complete your payment details.',
  fillCard: 'Please fill in all required credit card fields.',
  fillPaypal: 'Please fill in all required PayPal fields.',
  fillBank: 'Please fill in all required bank transfer fields.',
  cardNumberInvalid: 'Please check the card number',
  cardExpired: 'Please check the expiry date',
  cvvInvalid: 'Please check the security code',
  paymentFailed: 'Payment failed. Please try again.',
  failed: 'Checkout failed',
  processingFailed: 'There was an error processing your order. Please try again.',
  placed: 'Order placed successfully!',
  needsNetwork:
    'Placing an order needs the network. Nothing is lost: please try again when you are connected.',
  unanswered:
    'We had no answer, so your order may already have been placed. Please try again once you are connected: it will not be placed twice.',
  beingPlaced: 'Your order is being placed as you sent it. What you change now will not be in it.',
  seemsPlaced:
    'Your order seems to have been placed as you sent it: what you change now will not be in it. Placing it again only shows you that order.',
  cartChanging: 'Your cart is still being updated. You can place your order in a moment.',
  outOfStock: 'Product is out of stock',
  emptyCart: 'Your cart is empty',
} as const
