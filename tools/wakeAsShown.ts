import type { Plugin } from 'vite'

const file = '/node_modules/@tanstack/react-store/dist/useSelector.js'
const call = 'useSyncExternalStoreWithSelector(subscribe, getSnapshot, getSnapshot,'
const better = 'useSyncExternalStoreWithSelector(subscribe, getSnapshot, source.shown ?? getSnapshot,'

/**
 * Makes the router's hooks hydrate a part of a page with the state as shown, not the current one. A page hydrates in
 * parts, and if the shopper leaves it before its inside has hydrated, the router no longer has that route, and React
 * would start the whole page again (https://github.com/TanStack/router/issues/8233). `src/lib/keepShown.ts` records the
 * state as shown. The build fails if the library no longer contains exactly this call; remove this once the library has
 * fixed the fault itself.
 */
export function wakeAsShown(): Plugin {
  let isFound = false
  return {
    name: 'damson-wake-as-shown',
    apply: 'build',
    transform: {
      filter: { id: /useSelector\.js/ },
      handler(code, id) {
        if (!id.endsWith(file)) return
        if (code.split(call).length !== 2) this.error(`${id} does not have exactly one ${call}`)
        isFound = true
        return { code: code.replace(call, better), map: null }
      },
    },
    generateBundle() {
      if (!isFound) this.error(`No module is ${file}`)
    },
  }
}
