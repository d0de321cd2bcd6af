import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

/** How many characters of a reason are shown. */
const longestReason = 400

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.nullish(v.array(v.string()), []),
        }),
      ),
    }),
  ),
})

interface Suite {
  specs: v.InferOutput<typeof Spec>[]
  suites?: Suite[] | undefined
}
const Failure = v.object({ message: v.optional(v.string(), '') })
const Spec = v.object({
  title: v.string(),
  file: v.string(),
  line: v.number(),
  tests: v.array(
    v.object({
      projectName: v.string(),
      status: v.string(),
      results: v.array(v.object({ errors: v.array(Failure) })),
    }),
  ),
})
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(Spec),
  suites: v.optional(v.array(v.lazy(() => Suite))),
})
const PlaywrightReport = v.object({ suites: v.array(Suite), errors: v.optional(v.array(Failure), []) })

function tell(where: string, reason: string): string {
  const text = stripVTControlCharacters(reason).trim()
  return `${where}\n${text.length > longestReason ? `${text.slice(0, longestReason)}…` : text}`
}

/**
 * The failures of a vitest run, from its JSON report: for each test its file, its name and the start of its reason, and
 * for a file that could not be run at all the same without a name. Source of the shape:
 * https://vitest.dev/guide/reporters.html#json-reporter
 * @throws {v.ValiError} where the report has another shape.
 */
export function vitestFailures(report: unknown): string[] {
  return v.parse(VitestReport, report).testResults.flatMap((file) => {
    const path = relative('.', file.name)
    const tests = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => tell(`${path} › ${test.fullName}`, test.failureMessages?.join('\n') ?? ''))
    return file.status === 'failed' && tests.length === 0 ? [tell(path, file.message)] : tests
  })
}

/**
 * What failed in a run of Playwright, from its JSON report: of each test its browser, place, name and the start of its
 * reason, and what went wrong outside of any test.
 * Source of the shape: https://playwright.dev/docs/test-reporters#json-reporter
 * @throws {v.ValiError} where the report has another shape.
 */
export function playwrightFailures(report: unknown): string[] {
  const { suites, errors } = v.parse(PlaywrightReport, report)
  const specs = (suite: Suite): v.InferOutput<typeof Spec>[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ]
  const tests = suites
    .flatMap(specs)
    .flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected')
        .map((test) =>
          tell(
            `[${test.projectName}] ${spec.file}:${spec.line} › ${spec.title}`,
            test.results.flatMap((result) => result.errors.map((error) => error.message)).join('\n'),
          ),
        ),
    )
  return [...tests, ...errors.map((error) => tell('outside of any test', error.message))]
}
