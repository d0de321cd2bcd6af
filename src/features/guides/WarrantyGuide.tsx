import { Link } from '@tanstack/react-router'
import { Guide, type Section } from './Guide.tsx'
import { ShopContact } from './ShopContact.tsx'

const sections: readonly Section[] = [
  {
    id: 'covered',
    title: 'What is covered',
    body: (
      <>
        <p>
          Every piece carries a warranty of <strong>one year</strong> from the day it is delivered. If a fault
          of making or material shows in that time, we put it right at no cost to you:
        </p>
        <ul>
          <li>settings and claws that come loose in ordinary wear, and stones lost because of them;</li>
          <li>clasps, hinges, posts and links that fail;</li>
          <li>solder joints that open, and chains that break at a joint;</li>
          <li>plating that lifts or blisters.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'not-covered',
    title: 'What is not covered',
    body: (
      <ul>
        <li>Scratches, dents and the soft shine that metal takes on with wear.</li>
        <li>Knocks, crushing, and chemicals such as chlorine, bleach or scent.</li>
        <li>
          Loss and theft: your home insurance may cover these. The page of{' '}
          <Link to="/orders">your order</Link> says what you paid, and can be printed.
        </li>
        <li>Work by another jeweller, resizing included.</li>
        <li>Pearls and cord that want restringing after long wear.</li>
      </ul>
    ),
  },
  {
    id: 'claim',
    title: 'How to claim',
    body: (
      <>
        <ol>
          <li>
            Write to <ShopContact /> with your order number, a line about the fault and, if you can, a
            photograph.
          </li>
          <li>We send you a prepaid, insured label.</li>
          <li>Our bench inspects the piece and tells you within five business days what it will do.</li>
          <li>We repair it. Where that cannot be done well, we make it again, or refund what you paid.</li>
        </ol>
        <p>
          You need no warranty card: your order is proof enough. You find it under your orders at any time.
        </p>
      </>
    ),
  },
  {
    id: 'after',
    title: 'After the first year',
    body: (
      <p>
        A piece of ours may come back to the bench for as long as you own it. We clean it, check each setting
        and tell you the price of any repair before we begin. If you would rather not go ahead, we return it
        as it came.
      </p>
    ),
  },
  {
    id: 'care',
    title: 'Caring for your piece',
    body: (
      <ul>
        <li>Put it on last, after cream and scent, and take it off first.</li>
        <li>Take rings off to swim, garden, lift and clean.</li>
        <li>
          Wash gold, platinum and diamonds in warm water with a drop of soap and a soft brush; dry with a
          lint-free cloth.
        </li>
        <li>Only wipe pearls, opals and emeralds, with a barely damp cloth.</li>
        <li>Keep pieces apart from each other: a diamond scratches everything, other diamonds included.</li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your statutory rights',
    body: (
      <p>
        This warranty comes on top of your statutory rights and takes nothing away from them. For sending back
        a piece that is not to your liking, see{' '}
        <Link to="/resources/returns-exchanges">Returns and exchanges</Link>.
      </p>
    ),
  },
]

/** The one-year warranty, and how to keep a piece well. */
export function WarrantyGuide() {
  return (
    <Guide
      place="Resources"
      title="Warranty"
      intro="A year in which anything that fails through our making or material is ours to put right."
      updated="2026-11-26"
      facts={[
        { value: '1 year', label: 'from the day of delivery' },
        { value: '£0', label: 'for repair and for insured post, both ways' },
        { value: '5 days', label: 'to an answer from the bench, in business days' },
      ]}
      sections={sections}
    />
  )
}
