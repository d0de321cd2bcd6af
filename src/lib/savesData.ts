/** Whether to request little: the visitor told their browser to save data, or it reports a very slow connection. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined' || !('connection' in navigator)) return false
  const { connection } = navigator
  if (typeof connection !== 'object' || connection === null) return false
  const isSlow = 'effectiveType' in connection && String(connection.effectiveType).endsWith('2g')
  return isSlow || ('saveData' in connection && connection.saveData === true)
}
