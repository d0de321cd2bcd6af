import type * as v from 'valibot'
import { texts } from '#contract/texts.ts'
import type { Checked } from './checked.ts'

/**
 * Checks a form's values with the contract's schema, the one that the server applies. Schema and library are loaded
 * when a form is first sent: nobody needs them to look at it. If they cannot be loaded, the form's own error (under
 * `''`) says that the network failed.
 */
export async function checkForm<S extends v.GenericSchema>(
  load: () => Promise<S>,
  values: unknown,
): Promise<Checked<v.InferOutput<S>>> {
  try {
    const [{ checked }, schema] = await Promise.all([import('./checked.ts'), load()])
    return checked(schema, values)
  } catch {
    return { output: null, faults: { '': [texts.networkError] } }
  }
}
