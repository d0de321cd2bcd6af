import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { debounce } from '#contract/constants.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
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
      // Put away by the shopper; a reload takes nothing away.
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
    }, debounce.mobileSearch)
  }

  function showResults(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = root.current?.querySelector('input')?.value.trim() ?? ''
    // On the results an emptied field leads home, once it is sent: whoever only makes room for other words stays.
    if (typed === '' && shown === '') return
    onChosen()
    void router.navigate({ href: typed === '' ? '/' : resultsAt('/search-results', typed) })
  }

  /** The arrows walk through the field and the suggestions as if they were one list. */
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
          className={box.input}
          type="search"
          name="query"
          defaultValue={shown}
          aria-label="Search the shop"
          placeholder="Search rings, sapphires, gifts"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onInput={suggestSoon}
          data-autofocus={isFirst ? '' : undefined}
        />
      </form>
      {term !== '' && <Suggestions term={term} />}
    </search>
  )
}

function Suggestions({ term }: { term: string }) {
  const { data, isError, isPlaceholderData } = useQuery({
    ...catalogue.search(term, {}),
    // They come while the shopper still types; that there are none is said in their place.
    meta: {},
    // The last suggestions stay until the next are there, so that the list does not flicker.
    placeholderData: (previous) => previous,
  })
  if (isError && !data)
    return (
      <p className={css.none} role="alert">
        {catalogueTexts.searchFailed}
      </p>
    )
  if (!data) return null
  const products = data.products.slice(0, most)
  if (products.length === 0) {
    // Of other words, which tells nothing of these.
    if (isPlaceholderData) return null
    return (
      <div className={css.none} role="status">
        <p>{catalogueTexts.noResults(term)}</p>
        {data.suggestion !== undefined && <DidYouMean path="/search-results" query={data.suggestion} />}
      </div>
    )
  }
  return (
    <>
      <p className={visuallyHidden} role="status">
        {products.length === 1 ? '1 suggestion' : `${products.length} suggestions`}
      </p>
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
                <span className={css.name}>{card.name}</span>
                <span className={css.price}>
                  <Price price={card.price} from={card.isFrom} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <div>
        <Link to="/search-results" search={{ query: term }} className={standaloneLink}>
          {isPlaceholderData ? 'All results' : data.count === 1 ? '1 result' : `All ${data.count} results`}
        </Link>
        <Saved of={catalogue.search(term, {})} />
      </div>
    </>
  )
}
