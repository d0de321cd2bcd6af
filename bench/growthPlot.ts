type Curves = ReadonlyMap<string, readonly { size: number; p95: number }[]>

const width = 720
const height = 420
const edge = { left: 64, right: 110, top: 24, bottom: 48 }
const colours = ['#6b2458', '#b3261e', '#1d6f42', '#0b57a4', '#8a5a00', '#00707a', '#5f6368']

/** Both axes by powers of ten, so that a straight line is a power of the size; an SVG as text. */
export function plotOf(curves: Curves): string {
  const points = [...curves.values()].flat()
  const reach = (figures: number[]) => ({
    from: Math.floor(Math.log10(Math.min(...figures))),
    to: Math.ceil(Math.log10(Math.max(...figures))),
  })
  const [sizes, times] = [reach(points.map(({ size }) => size)), reach(points.map(({ p95 }) => p95))]
  const x = (size: number) =>
    edge.left +
    ((Math.log10(size) - sizes.from) / (sizes.to - sizes.from || 1)) * (width - edge.left - edge.right)
  const y = (time: number) =>
    height -
    edge.bottom -
    ((Math.log10(time) - times.from) / (times.to - times.from || 1)) * (height - edge.top - edge.bottom)
  const powers = ({ from, to }: { from: number; to: number }) =>
    Array.from({ length: to - from + 1 }, (_one, index) => 10 ** (from + index))
  const grid = [
    ...powers(sizes).map(
      (size) =>
        `<path d="M${x(size)} ${edge.top}V${height - edge.bottom}"/><text x="${x(size)}" y="${height - 24}" text-anchor="middle">${size.toLocaleString('en-GB')}</text>`,
    ),
    ...powers(times).map(
      (time) =>
        `<path d="M${edge.left} ${y(time)}H${width - edge.right}"/><text x="${edge.left - 8}" y="${y(time) + 4}" text-anchor="end">${time} ms</text>`,
    ),
  ]
  const lines = [...curves].map(([kind, figures], index) => {
    const colour = colours[index % colours.length] ?? ''
    const last = figures.at(-1)
    const way = figures.map(({ size, p95 }) => `${x(size).toFixed(1)},${y(p95).toFixed(1)}`).join(' ')
    const name =
      last === undefined
        ? ''
        : `<text x="${x(last.size) + 8}" y="${y(last.p95) + 4}" fill="${colour}">${kind}</text>`
    return `<polyline points="${way}" fill="none" stroke="${colour}" stroke-width="2"/>${name}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">
<title>What 95 of 100 answers kept within, by the number of pieces</title>
<rect width="100%" height="100%" fill="#fff"/>
<g stroke="#ddd" fill="#444" stroke-width="1">${grid.join('').replaceAll('<text ', '<text stroke="none" ')}</g>
${lines.join('\n')}
</svg>
`
}
