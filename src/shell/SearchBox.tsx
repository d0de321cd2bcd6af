import { desktopSearchDebounce } from '#contract/constants.ts'
import { isRestored } from '#src/offline/restored.ts'
import { useDraft } from '#src/offline/useDraft.ts'
import { Icon } from '#src/ui/Icon.tsx'
import * as css from './SearchBox.css.ts'
import { searchField } from './searchField.ts'
import { useSearchAsTyped } from './useSearchTerm.ts'

/** Search on larger screens: the results follow what is typed. */
export function SearchBox() {
  const { input, shown, search, searchSoon } = useSearchAsTyped(desktopSearchDebounce)
  const form = useDraft<HTMLFormElement>('search')
  return (
    <search className={css.root}>
      <form
        ref={form}
        className={css.form}
        action="/products/search-results"
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <Icon name="search" />
        <input
          ref={input}
          {...searchField}
          className={css.input}
          defaultValue={shown}
          onInput={({ nativeEvent }) => {
            if (!isRestored(nativeEvent)) searchSoon()
          }}
        />
      </form>
    </search>
  )
}
