import { type ComponentType, lazy } from 'react'
import { followPart } from './client.ts'
import { patiently } from './patiently.ts'

/**
 * A part of the page whose code is loaded when it is first shown; to be used inside a Suspense boundary. While it
 * cannot be loaded the rest of the page stays as it is, and the network's state is said: thrown, the failure would
 * replace the page.
 */
export const latePart = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await patiently(() => followPart(load())) }))
