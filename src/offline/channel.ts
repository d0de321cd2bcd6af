/** The channel between tabs; null where it does not exist, or is refused as in Firefox without cookies. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
