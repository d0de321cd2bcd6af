import { shop } from '#contract/shop.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { Entries } from './Entries.tsx'
import { Guide, type Section } from './Guide.tsx'

type Opening = {
  id: string
  title: string
  place: string
  text: string
  duties: readonly string[]
  wishes: readonly string[]
}

const openings: readonly Opening[] = [
  {
    id: 'sales-executive',
    title: 'Sales executive',
    place: 'London shop, full time',
    text: 'You are the person people meet first. You listen first, know every piece by hand, and would rather sell the right ring next month than the wrong one today.',
    duties: [
      'Advise in the shop, by telephone and by message',
      'Look after orders from the first question to the first cleaning',
      'Tell the bench what people ask for',
    ],
    wishes: [
      'Two years in jewellery, watches or another careful trade',
      'Clear and kind written English',
      'Saturdays, in turn with the others',
    ],
  },
  {
    id: 'jewellery-designer',
    title: 'Jewellery designer',
    place: 'London workshop, full time',
    text: 'You draw at actual size and think in metal. You will take three or four pieces a year from the first sketch to the hallmark.',
    duties: [
      'Design pieces and the families they belong to',
      'Make models in wax and CAD, and wear what you design',
      'Work beside the setters until a piece can be made well',
    ],
    wishes: [
      'A portfolio of pieces that were made, not only drawn',
      'Bench skills enough to know what is possible',
      'A feeling for what can be left out',
    ],
  },
  {
    id: 'digital-marketing-specialist',
    title: 'Digital marketing specialist',
    place: 'London or remote within the UK, full or part time',
    text: 'You tell people that we exist, without shouting. Our letter goes out four times a year and we mean to keep it so good that it is missed in between.',
    duties: [
      'Write and send the letter, and look after the shop’s words and pictures',
      'Plan campaigns and report on them honestly',
      'Measure only what our visitors have agreed to',
    ],
    wishes: [
      'Three years of marketing for a shop online',
      'Good prose, and the patience to cut it',
      'Sound knowledge of UK privacy law',
    ],
  },
]

const application = ({ title }: Opening) =>
  `mailto:${shopDetails.email}?subject=${encodeURIComponent(`Application: ${title}`)}`

const list = (items: readonly string[]) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)

const sections: readonly Section[] = [
  ...openings.map((opening) => ({
    id: opening.id,
    title: opening.title,
    body: (
      <>
        <p>
          <strong>{opening.place}</strong>
        </p>
        <p>{opening.text}</p>
        <h3>What you will do</h3>
        {list(opening.duties)}
        <h3>What we hope for</h3>
        {list(opening.wishes)}
        <p>
          <a className={buttonStyle({ tone: 'secondary' })} href={application(opening)}>
            Apply<span className={visuallyHidden}> as {opening.title.toLowerCase()}</span>
          </a>
        </p>
      </>
    ),
  })),
  {
    id: 'applying',
    title: 'How to apply',
    body: (
      <>
        <p>
          Write to <a href={`mailto:${shopDetails.email}?subject=Application`}>{shopDetails.email}</a> with a
          CV and a few lines on why this work and why here. No photograph, age or other private detail is
          needed, and we would rather you left them out.
        </p>
        <Entries
          entries={[
            {
              name: 'Within a week',
              value: 'A person reads your letter and answers it, whatever the answer is.',
            },
            { name: 'First meeting', value: 'Half an hour, by telephone or video.' },
            { name: 'Second meeting', value: 'A morning with us in the workshop, paid.' },
          ]}
        />
        <p>
          If you need anything arranged so that you can do your best, tell us: steps, screens, hours. We keep
          applications for six months, then delete them.
        </p>
      </>
    ),
  },
]

/** The three openings, and how to apply. */
export function CareersGuide() {
  return (
    <Guide
      place="About us"
      title="Careers"
      intro={`${shop.name} is nine people round four benches. Now and then there is room for one more; at present for three.`}
      updated="2026-11-21"
      sections={sections}
    />
  )
}
