import { Link } from '@tanstack/react-router'
import { Guide, type Section } from './Guide.tsx'
import { RingSizeTable } from './RingSizeTable.tsx'
import { RingSizer } from './RingSizer.tsx'
import { ShopContact } from './ShopContact.tsx'

const sections: readonly Section[] = [
  {
    id: 'sizer',
    title: 'Measure a ring on this screen',
    isForScreen: true,
    body: (
      <>
        <p>
          Take a ring that fits the finger you have in mind, and any bank card: all are made to one size, so
          yours tells this page how large your screen is.
        </p>
        <RingSizer />
      </>
    ),
  },
  { id: 'chart', title: 'Ring size chart', body: <RingSizeTable /> },
  {
    id: 'measure',
    title: 'Without a screen',
    body: (
      <>
        <h3>With a ring that fits</h3>
        <p>
          Lay it on a ruler and read the distance across the inside, at its widest, to the tenth of a
          millimetre. Find that diameter in the chart.
        </p>
        <h3>With a strip of paper</h3>
        <ol>
          <li>Wind a strip no wider than 5&nbsp;mm round the base of the finger, snug but not tight.</li>
          <li>Mark where it meets, lay it flat and measure from the end to the mark.</li>
          <li>See that the strip still passes over your knuckle; if not, add half a size.</li>
          <li>Find that circumference in the chart.</li>
        </ol>
        <p>String and tape stretch: paper is better.</p>
      </>
    ),
  },
  {
    id: 'advice',
    title: 'Before you choose',
    body: (
      <ul>
        <li>
          Measure in the evening and with warm hands: fingers are smaller in the morning and in the cold.
        </li>
        <li>The fingers of the hand you write with are often half a size larger.</li>
        <li>For a band wider than 6&nbsp;mm, take half a size more.</li>
        <li>Our rings come in whole sizes: between two, take the larger.</li>
        <li>
          Measure twice, on two days. For a size beyond the chart, up to U½, measure a ring on the screen; for
          one larger still, or a surprise, ask us: <ShopContact />.
        </li>
      </ul>
    ),
  },
  {
    id: 'lengths',
    title: 'Chains, bracelets and anklets',
    body: (
      <>
        <h3>Chains</h3>
        <p>
          40&nbsp;cm lies at the base of the throat, 45&nbsp;cm on the collarbone, 50&nbsp;cm just below it,
          and 55 to 60&nbsp;cm over a neckline. Measure one that you like to wear, clasp included.
        </p>
        <h3>Bracelets</h3>
        <p>
          Measure your wrist just above the bone and add 1&nbsp;cm for a close fit, 2&nbsp;cm for a loose one.
        </p>
        <h3>Cuffs and bangles</h3>
        <p>
          One that opens is chosen by the wrist: Small for 14 to 15.5&nbsp;cm, Medium for 15.5 to 17&nbsp;cm,
          Large for 17 to 18.5&nbsp;cm.
        </p>
        <p>
          One that does not must pass your hand. Measure round the knuckles with the thumb tucked in: a bangle
          60&nbsp;mm across on the inside passes up to 18.5&nbsp;cm.
        </p>
        <h3>Anklets</h3>
        <p>Measure round the ankle bone and add 1 to 2&nbsp;cm.</p>
        <p>
          If it still turns out wrong, see{' '}
          <Link to="/resources/returns-exchanges">Returns and exchanges</Link>.
        </p>
      </>
    ),
  },
]

/** How to find a ring size, with and without a screen. */
export function SizeGuide() {
  return (
    <Guide
      place="Resources"
      title="Size guide"
      intro="A ring should slide over the knuckle with a little persuasion, and stay. Here is how to find the size that does."
      updated="2026-11-26"
      sections={sections}
    />
  )
}
