import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { mobileSearchDebounce } from '#contract/constants.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { counted } from '#contract/counted.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { DidYouMean } from '#src/features/catalogue/DidYouMean.tsx'
import { toCard } from '#src/features/catalogue/card.ts'
import { Saved } from '#src/offline/Saved.tsx'
import { dropDraft, useDraft } from '#src/offline/useDraft.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { Price } from '#src/ui/Price.tsx'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import * as css from './MobileSearch.css.ts'
import * as box from './SearchBox.css.ts'
import { searchField } from './searchField.ts'
import { resultsAt, useShownTerm } from './useSearchTerm.ts'

const most = 5
const draft = 'mobile-search'

type Props = { isFirst: boolean; onSearching: (isSearching: boolean) => void; onChosen: () => void }

/** Search on a phone: suggestions below the field, the results on Enter. */
export function MobileSearch({ isFirst, onSearching, onChosen }: Props) {
  const router = useRouter()
  const shown = useShownTerm()
  const root = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useDraft<HTMLFormElement>(draft)
  const [term, setTerm] = useState('')
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      // The shopper closed the menu; a reload does not run this, and keeps the draft.
      dropDraft(draft)
    },
    [],
  )

  function suggestSoon(event: FormEvent<HTMLInputElement>) {
    const typed = event.currentTarget.value.trim()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setTerm(typed)
      onSearching(typed !== '')
    }, mobileSearchDebounce)
  }

  function showResults(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = root.current?.querySelector('input')?.value.trim() ?? ''
    // On the results page an empty field leads home once it is submitted: somebody who only clears it for other words
    // stays.
    if (typed === '' && shown === '') return
    onChosen()
    void router.navigate({ href: typed === '' ? '/' : resultsAt('/search-results', typed) })
  }

  /** The arrow keys move through the field and the suggestions as if they were one list. */
  function walk(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !root.current) return
    const stops = [...root.current.querySelectorAll<HTMLElement>('input, a')]
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step]
    event.preventDefault()
    next?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions -- moves the focus between its controls
    <search ref={root} className={css.root} onKeyDown={walk}>
      <form ref={form} className={box.wide} action="/search-results" onSubmit={showResults}>
        <Icon name="search" />
        <input
          {...searchField}
          className={box.input}
          defaultValue={shown}
          onInput={suggestSoon}
          data-autofocus={isFirst ? '' : undefined}
        />
      </form>
      <Suggestions term={term} />
    </search>
  )
}

function Suggestions({ term }: { term: string }) {
  const { data, isError, isPending } = useQuery({
    ...catalogue.search(term, {}),
    enabled: term !== '',
    // No error message: they load while the shopper is still typing, and a failure is shown in their place.
    meta: {},
    // Placeholder data would be that of the words before the field was emptied.
    placeholderData: () => undefined,
  })
  const [last, setLast] = useState<typeof data>()
  // The last suggestions stay until the next arrive, so that the list does not flicker.
  const found = term === '' ? undefined : (data ?? (isPending ? last : undefined))
  if (found !== last) setLast(found)
  const products = found?.products.slice(0, most) ?? []
  // Those of other words say nothing about these.
  const isOfOthers = data === undefined
  const isKnown = found !== undefined && !isOfOthers
  const isNothing = isKnown && products.length === 0
  return (
    <>
      {isError && !found && (
        <p className={css.none} role="alert">
          {catalogueTexts.searchFailed}
        </p>
      )}
      {/* In place before the first answer is, or that would not be announced; it names the words, so that each
          announcement differs. */}
      <p className={isNothing ? css.none : visuallyHidden} role="status">
        {isNothing
          ? catalogueTexts.noResults(term)
          : isKnown && `${counted(products.length, 'suggestion')} for “${term}”`}
      </p>
      {isNothing && found.suggestion !== undefined && (
        <div className={css.none}>
          <DidYouMean path="/search-results" query={found.suggestion} />
        </div>
      )}
      {found && products.length > 0 && <Found {...{ term, products, isOfOthers }} count={found.count} />}
    </>
  )
}

type FoundProps = { term: string; products: Product[]; count: number; isOfOthers: boolean }

function Found({ term, products, count, isOfOthers }: FoundProps) {
  return (
    <>
      <ul className={css.suggestions} aria-label="Suggestions">
        {products.map((product) => {
          const card = toCard(product)
          return (
            <li key={card.id}>
              <Link
                to="/products/$slug"
                params={{ slug: card.slug }}
                state={{ productId: card.id }}
                className={css.suggestion}
              >
                <Thumbnail image={card.image} width={64} />
                <span className={css.words}>
                  <span className={css.name}>{card.name}</span>
                  <span className={css.price}>
                    <Price price={card.price} from={card.isFrom} />
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <div>
        <Link to="/search-results" search={{ query: term }} className={standaloneLink}>
          {isOfOthers ? 'All results' : count === 1 ? '1 result' : `All ${count} results`}
        </Link>
        <Saved of={catalogue.search(term, {})} />
      </div>
    </>
  )
}
