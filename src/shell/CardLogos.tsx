import type { ReactNode } from 'react'
import { shopDetails } from '#contract/shopDetails.ts'
import * as css from './Footer.css.ts'

const word = {
  textAnchor: 'middle',
  dominantBaseline: 'central',
} as const

// The brands' own colours, so no tokens of ours.
const faces: Record<(typeof shopDetails.cards)[number], ReactNode> = {
  Visa: (
    <text
      {...word}
      x="22"
      y="14.5"
      fontSize="13"
      fontWeight="700"
      fontStyle="italic"
      fill="#1434CB"
      textLength="30"
    >
      VISA
    </text>
  ),
  Mastercard: (
    <>
      <circle cx="17.5" cy="14" r="8" fill="#EB001B" />
      <circle cx="26.5" cy="14" r="8" fill="#F79E1B" />
      <path d="M22 7.4a8 8 0 0 1 0 13.2 8 8 0 0 1 0-13.2z" fill="#FF5F00" />
    </>
  ),
  'American Express': (
    <>
      <rect width="44" height="28" rx="3" fill="#016FD0" />
      <text {...word} x="22" y="14.5" fontSize="11" fontWeight="700" fill="#fff" textLength="34">
        AMEX
      </text>
    </>
  ),
  PayPal: (
    <text {...word} x="22" y="14.5" fontSize="10" fontWeight="700" fontStyle="italic" textLength="36">
      <tspan fill="#003087">Pay</tspan>
      <tspan fill="#0079C1">Pal</tspan>
    </text>
  ),
}

/** The cards accepted. */
export function CardLogos() {
  return (
    <ul className={css.cards} aria-label="We accept">
      {shopDetails.cards.map((name) => (
        <li key={name}>
          <svg className={css.card} viewBox="0 0 44 28" role="img" aria-label={name}>
            <rect
              x="0.5"
              y="0.5"
              width="43"
              height="27"
              rx="3"
              fill="#fff"
              stroke="#221a1f"
              strokeOpacity="0.14"
            />
            {faces[name]}
          </svg>
        </li>
      ))}
    </ul>
  )
}
