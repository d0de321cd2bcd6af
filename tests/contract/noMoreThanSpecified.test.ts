import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { AddressesAnswer } from '#contract/address.ts'
import { Profile } from '#contract/auth.ts'
import { CartAnswer, CartItemAnswer, NewCartItem, ClearedLines } from '#contract/cart.ts'
import { FilterListsAnswer, ProductAnswer, ProductPage, ProductsAnswer } from '#contract/catalogue.ts'
import { NewOrder, OrderPlaced } from '#contract/checkout.ts'
import { HeroSliderAnswer, OfferBannersAnswer } from '#contract/content.ts'
import { OrderAnswer, OrderHistoryAnswer } from '#contract/order.ts'
import { Problem } from '#contract/problem.ts'
import { ProviderAnswer } from '#contract/provider.ts'
import { ReviewsAnswer } from '#contract/reviews.ts'
import { WishlistAnswer } from '#contract/wishlist.ts'

const at = '2026-11-23T12:00:00.000Z'
const variant = { id: 3, name: 'M', price: '249.00', compare_at_price: null, stock_quantity: 2 }
const category = { name: 'Rings' }
const product = {
  id: 1,
  sku: 'DMS-R-001',
  name: 'Signet ring',
  slug: 'signet-ring',
  description: 'Polished by hand.',
  short_description: 'In gold.',
  price: '249.00',
  compare_at_price: null,
  image: '/pictures/ring.avif',
  images: [{ id: 1, image: '/pictures/ring.avif', alt_text: 'A ring', is_default: true }],
  variants: [variant],
  collections: [{ name: 'Heritage' }],
  categories: [category],
  materials: [{ id: 1, name: 'Gold', description: '9 carat' }],
  gemstones: [
    { id: 1, name: 'Onyx', size: null, size_unit: null, quality: null, color: 'black', is_main: true },
  ],
  stock_quantity: 2,
  low_stock_threshold: 3,
  weight: 4.2,
  weight_unit: 'g',
  is_featured: false,
  is_bestseller: true,
  is_new: false,
  meta_title: 'Signet ring',
  meta_description: 'A ring.',
  rating: null,
  review_count: 0,
  created_at: at,
}
const line = {
  id: '7',
  product: {
    id: 1,
    slug: 'signet-ring',
    name: 'Signet ring',
    price: '249.00',
    stock_quantity: 2,
    short_description: 'In gold.',
    image: '/pictures/ring.avif',
    category: 'Rings',
    sku: 'DMS-R-001',
  },
  product_id: 1,
  variant: { id: 3, name: 'M', price: '249.00' },
  variant_id: 3,
  quantity: 1,
  total: '249.00',
}
const cart = { id: '5', items: [line], total: '249.00' }
const recipient = {
  full_name: 'Ada Quince',
  phone: '02079460123',
  address_line_1: '14 Orchard Row',
  city: 'London',
  state: 'Greater London',
  postal_code: 'EC1R 4QL',
  country: 'United Kingdom',
}
const order = {
  id: '9',
  order_number: 'DMS-ABCDEFGH',
  status: 'pending',
  created_at: at,
  subtotal: '249.00',
  shipping_cost: '0.00',
  tax: '17.43',
  total: '266.43',
  payment_method: 'PayPal',
  items: [
    {
      id: '1',
      quantity: 1,
      price: '249.00',
      total: '249.00',
      product: {
        name: 'Signet ring',
        short_description: 'In gold.',
        description: 'Polished by hand.',
        images: [{ image: '/pictures/ring.avif' }],
        categories: [category],
      },
    },
  ],
  shipping_address: recipient,
  billing_address: recipient,
  cart_id: '5',
}
const review = {
  id: '1',
  rating: 5,
  title: 'Lovely',
  text: 'Fits.',
  author: 'Ada Q.',
  created_at: at,
  mine: false,
}
const values = [{ name: 'Gold', slug: 'gold', count: 1 }]

/** Of each answer: as a server sends it that knows the specification only, and what the shop takes it for beside that. */
const answers: [string, v.GenericSchema, unknown, unknown][] = [
  [
    'the slides of the home page',
    HeroSliderAnswer,
    {
      data: [
        {
          image: '/a.avif',
          alt_text: 'A ring',
          title: 'Rings',
          subtitle: 'By hand',
          link: '/products/rings',
        },
      ],
    },
    { data: [{ eyebrow: '', button_text: 'Shop now', empty_side: 'left' }] },
  ],
  [
    'the banners',
    OfferBannersAnswer,
    {
      data: [
        {
          banner_type: 'special_offer',
          title: 'Gifts',
          image: '/a.avif',
          button_text: 'Shop gifts',
          button_link: '/products/gifting',
        },
      ],
    },
    { data: [{ alt_text: '' }] },
  ],
  [
    'a piece',
    ProductAnswer,
    { data: product },
    { data: { variant_label: null, categories: [{ name: 'Rings', slug: '' }] } },
  ],
  ['a list of pieces', ProductPage, { count: 1, results: { data: [product] } }, {}],
  ['related pieces', ProductsAnswer, { data: [product] }, {}],
  [
    'the filters',
    FilterListsAnswer,
    { data: { categories: values, collections: values, materials: values, gemstones: values } },
    {},
  ],
  [
    'the reviews of a piece',
    ReviewsAnswer,
    { data: [review, { ...review, rating: 4 }], count: 2 },
    { rating: 4.5 },
  ],
  ['the reviews of a piece that has none', ReviewsAnswer, { data: [], count: 0 }, { rating: null }],
  ['the wishlist', WishlistAnswer, { data: [{ id: '1', product_id: 1, product }] }, {}],
  [
    'the cart',
    CartAnswer,
    { data: cart },
    {
      data: {
        items: [
          {
            product: { compare_at_price: null, low_stock_threshold: 0, variant_label: null },
            // Nothing is known of its stock: the server refuses what there is not.
            variant: { stock_quantity: 999 },
          },
        ],
      },
    },
  ],
  ['a line of the cart', CartItemAnswer, { data: { ...line, variant: null, variant_id: null } }, {}],
  [
    'the address book',
    AddressesAnswer,
    { data: [{ ...recipient, id: '1', is_default: true }] },
    { data: [{ address_line_2: '' }] },
  ],
  [
    'the profile',
    Profile,
    {
      first_name: 'Ada',
      last_name: 'Quince',
      email: 'ada@example.com',
      contact_no: '',
      last_password_change: null,
    },
    { has_password: true, pending_email: null },
  ],
  ['whether a third-party login is offered', ProviderAnswer, { enabled: false }, {}],
  [
    'an order that is placed',
    OrderPlaced,
    { status: 'success', data: order, order_number: 'DMS-ABCDEFGH', message: 'Order placed successfully!' },
    { confirmation_to: null },
  ],
  [
    'an order',
    OrderAnswer,
    { status: 'success', data: order, message: '', cart_id: '5' },
    {
      data: {
        discount: '0.00',
        coupon_code: null,
        shipping_method: 'standard',
        tracking_number: null,
        tracking_url: null,
        events: [],
        shipping_address: { address_line_2: '' },
        items: [
          { product_id: null, variant_id: null, variant_name: null, product: { images: [{ alt_text: '' }] } },
        ],
      },
    },
  ],
  ['the order history', OrderHistoryAnswer, { data: { orders: [order] } }, {}],
  ['a refusal', Problem, { message: 'Product not found.' }, {}],
]

describe('a server that sends no more than the specification names is understood:', () => {
  it.each(answers)('%s', (_what, schema, answer, taken) => {
    const parsed = v.safeParse(schema, answer)
    expect(parsed.issues).toBeUndefined()
    expect(parsed.output).toMatchObject(answer as object)
    expect(parsed.output).toMatchObject(taken as object)
  })
})

it('a client that sends no more than the specification names is understood', () => {
  expect(v.parse(NewCartItem, { product_id: 1, variant_id: null, quantity: 1 })).toBeTruthy()
  expect(v.parse(ClearedLines, {})).toEqual({})
  const payments = [
    ['card', { name: 'Ada', card_number: '4242424242424242', expiry: '12/40', cvv: '123' }],
    ['paypal', { email: 'ada@example.com', password: 'plum-stone-7' }],
    ['bank_transfer', { account_number: '12345678', routing_number: '123456' }],
  ]
  for (const [payment_method, payment_data] of payments)
    expect(v.parse(NewOrder, { shipping_address_id: '1', payment_method, payment_data })).toMatchObject({
      shipping_method: 'standard',
      coupon_code: null,
      contact: null,
    })
})
