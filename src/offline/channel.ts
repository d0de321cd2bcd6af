/** What tabs tell each other by; null where there is no such thing, or it is refused as in Firefox without cookies. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
