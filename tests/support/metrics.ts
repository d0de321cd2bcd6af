/** What a server has to be given as `METRICS_TOKEN` for {@link metric}. */
export const metricsToken = 'a token that only these tests know, long enough'

/** What the server at this address says of itself: the sum of all samples whose name and labels begin like this. */
export async function metric(address: string, beginning: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${address}/metrics`, { headers })).text()
  const samples = text.split('\n').filter((line) => line.startsWith(beginning))
  return samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}
