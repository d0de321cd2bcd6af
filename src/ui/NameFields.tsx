import { TextField } from './Field.tsx'

type Props = {
  values?: { first_name: string; last_name: string }
  errorOf: (name: 'first_name' | 'last_name') => string | undefined
  takesFocus?: boolean
}

/** First and last name, two fields without a layout of their own. */
export function NameFields({ values, errorOf, takesFocus = false }: Props) {
  return (
    <>
      <TextField
        label="First name"
        name="first_name"
        autoComplete="given-name"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- for a form that takes the place of what was pressed
        autoFocus={takesFocus}
        defaultValue={values?.first_name}
        error={errorOf('first_name')}
      />
      <TextField
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        required
        defaultValue={values?.last_name}
        error={errorOf('last_name')}
      />
    </>
  )
}
