import { readFileSync } from 'node:fs'
import type { Program } from '#tests/support/program.ts'

/** What Linux counts a program's time in, whatever the machine: hundredths of a second. */
const tick = 0.01

/** Seconds of a processor that each has had since it began. */
function spent({ child }: Program) {
  // What stands before the state is the program's name, in brackets.
  const own = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const { user, system } = process.cpuUsage()
  return { asker: (user + system) / 1e6, server: (Number(own[11]) + Number(own[12])) * tick }
}

/**
 * Measures how busy this process, the load generator, and the server are from now on. Returns a function that says so,
 * in processors.
 */
export function watchProcessors(server: Program): () => string {
  const begun = performance.now()
  const before = spent(server)
  return () => {
    const seconds = (performance.now() - begun) / 1_000
    const after = spent(server)
    const share = (who: 'asker' | 'server') => ((after[who] - before[who]) / seconds).toFixed(2)
    return `the load generator took ${share('asker')} of a processor, the server ${share('server')}`
  }
}
