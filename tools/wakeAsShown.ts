import type { Plugin } from 'vite'

const file = '/node_modules/@tanstack/react-store/dist/useSelector.js'
const call = 'useSyncExternalStoreWithSelector(subscribe, getSnapshot, getSnapshot,'
const better = 'useSyncExternalStoreWithSelector(subscribe, getSnapshot, source.shown ?? getSnapshot,'

/**
 * Has the router's hooks wake a part of a page with what was shown, not with what has become of it: a page wakes in
 * parts, and where one is left before its inside has woken, that is gone from the router, and React would start the
 * whole page again (https://github.com/TanStack/router/issues/8233). `src/lib/keepShown.ts` says what was shown. A build
 * in which the library calls its store otherwise is refused; take this out once it has repaired that itself.
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
        if (code.split(call).length !== 2) this.error(`${id} has not exactly one ${call}`)
        isFound = true
        return { code: code.replace(call, better), map: null }
      },
    },
    generateBundle() {
      if (!isFound) this.error(`No module is ${file}`)
    },
  }
}
