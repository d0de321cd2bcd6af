import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether nothing listens there now. */
export const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1')
  const isHeard = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isHeard) return false
  probe.close()
  await once(probe, 'close')
  return true
}
