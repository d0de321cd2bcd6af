type Labels = Readonly<Record<string, string>>

/** One measure in Prometheus' text format; counters and gauges have no suffix. */
export type Sample = { suffix?: string; labels?: Labels; value: number }

/** A family of samples, with what it is. Names and labels are ours, so only values of labels are escaped. */
export function family(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${written(labels)} ${value}`,
  )
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
}

function written(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

/** In seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How long things took, by labels. */
export function histogram() {
  const kept = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>()
  return {
    observe(labels: Labels, seconds: number): void {
      const key = JSON.stringify(labels)
      const entry = kept.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 }
      kept.set(key, entry)
      entry.sum += seconds
      entry.count += 1
      // Each bucket holds what the smaller ones hold, too.
      entry.counts = entry.counts.map((sofar, index) => sofar + (seconds <= (bounds[index] ?? 0) ? 1 : 0))
    },
    samples: (): Sample[] =>
      [...kept.values()].flatMap(({ labels, counts, sum, count }) => [
        ...bounds.map((bound, index) => ({
          suffix: '_bucket',
          labels: { ...labels, le: String(bound) },
          value: counts[index] ?? 0,
        })),
        { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
        { suffix: '_sum', labels, value: sum },
        { suffix: '_count', labels, value: count },
      ]),
  }
}
