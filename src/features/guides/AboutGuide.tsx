import { Link } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import { Guide, type Section } from './Guide.tsx'
import * as css from './AboutGuide.css.ts'

const sections: readonly Section[] = [
  {
    id: 'name',
    title: 'A small, dark fruit',
    body: (
      <>
        <p>
          A damson is a plum that nobody polishes. It is small and nearly black, it grows in hedges, and under
          the bloom on its skin is a colour that no dye has matched. Cut it, and it is gold inside.
        </p>
        <p>
          That is how we think of jewellery: nothing larger than it need be, and the best of it seen only by
          whoever looks closely.
        </p>
      </>
    ),
  },
  {
    id: 'making',
    title: 'How our pieces are made',
    body: (
      <>
        <p>
          Each piece begins as a drawing at actual size. From it we make a master in wax or silver, wear it
          for a week, and change what catches, turns or weighs. Only then is it cast, and every stone is set
          by hand, under a lens, by one person from the first claw to the last.
        </p>
        <p>
          We work in 9 and 18 carat gold, platinum and sterling silver. Everything that the law says must be
          hallmarked is, at an assay office, before it is put up for sale.
        </p>
      </>
    ),
  },
  {
    id: 'stones',
    title: 'Stones, and where they come from',
    body: (
      <p>
        Our diamonds come through suppliers who keep to the Kimberley Process and its system of warranties. We
        choose sapphires, rubies, emeralds and pearls one by one, and say on the page of each piece what is in
        it, with its size and quality where we know them. If you want to know more, such as what was done to a
        stone, ask.
      </p>
    ),
  },
  {
    id: 'promise',
    title: 'What we promise',
    body: (
      <>
        <ul>
          <li>Every charge shown before you pay it: the piece, the tax on it and its delivery.</li>
          <li>Photographs of the piece, on a plain ground, with nothing added.</li>
          <li>Reviews only by people who bought the piece, and no rating where there are none.</li>
          <li>
            A year’s <Link to="/resources/Warranty">warranty</Link>, and a workshop that still looks after
            your piece when it ends.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'visit',
    title: 'Come and see us',
    body: (
      <>
        <p>Our shop and workshop share one floor. Come by during office hours ({shopDetails.officeHours}):</p>
        <address>
          {shopDetails.address.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
        <p>
          <Link to="/contact" className={standaloneLink}>
            Find us, or write first
          </Link>
        </p>
      </>
    ),
  },
]

/** The story of the shop. */
export function AboutGuide() {
  return (
    <Guide
      place="About us"
      title="Made once, worn for ever"
      intro={`${shop.name} is a small London jeweller. We make a few pieces a year, slowly, and sell them ourselves.`}
      updated="2026-11-26"
      picture={
        <Picture
          className={css.picture}
          imageClassName={css.image}
          image="/pictures/hero/hero-4"
          alt="Bangles in yellow, rose and white gold, pearl earrings and a pearl bracelet on pale stone"
          width={2000}
          height={1000}
          sizes="(min-width: 1344px) 1280px, 100vw"
          priority
        />
      }
      sections={sections}
    />
  )
}
