import { pageWeights } from '../tools/pageWeights.ts'

// `npm run bench:weight`: what the first view of each route weighs in the build as it is.
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`

console.log('scripts      styles     route')
for (const { route, scripts, styles } of pageWeights().sort((a, b) => b.scripts - a.scripts)) {
  console.log(`${kilobytes(scripts)}  ${kilobytes(styles)}  ${route}`)
}
