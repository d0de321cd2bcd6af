import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { leanReact } from './tools/leanReact/plugin.ts'
import { wakeAsShown } from './tools/wakeAsShown.ts'
import { webManifest } from './tools/webManifest.ts'
import { damson, filled, fiveStars, icons } from './src/ui/icons.ts'

/** The drawings of `icons.ts`, once in each document, so that no page carries them in its scripts. */
const iconSheet = (): Plugin => ({
  name: 'damson-icons',
  transformIndexHtml(html) {
    const symbols = Object.entries(icons).map(([name, path]) => {
      const inside = Object.entries(filled).find(([other]) => other === name)?.[1]
      const fill = inside === undefined ? '' : `<path d="${inside}" fill="currentColor" stroke="none"/>`
      return `<symbol id="icon-${name}" viewBox="0 0 24 24">${fill}<path d="${path}"/></symbol>`
    })
    const drawings = `${symbols.join('')}<g id="five-stars">${fiveStars}</g><g id="damson">${damson}</g>`
    return html.replace('<!--icons-->', () => `<div hidden><svg>${drawings}</svg></div>`)
  },
})

/**
 * Which modules share a file in the browser: forty small ones cost more than what they leave out, and one large one
 * makes every page carry what few need. A group takes along what its modules import, unless one of a higher priority
 * has it. `npm run bench:weight` tells what a change does.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
  {
    name: 'platform',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)[\\/]/,
    priority: 3,
  },
  // Most pages only read: forms send, and what is kept on the phone is written and restored later.
  {
    name: 'mutations',
    test: /@tanstack[\\/].*[\\/](useMutation|mutationObserver|mutationOptions)\.js/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  {
    name: 'later-hydration',
    test: /@tanstack[\\/]query-core[\\/].*[\\/]hydration\.js/,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  // A module of the closure below that only pages with addresses and telephone numbers need.
  { name: 'shopDetails', test: /[\\/]contract[\\/]shopDetails/, priority: 3 },
  // All that the entry imports, and what nearly every page shows, in the entry's own file.
  {
    name: 'index',
    test: /[\\/](index\.html|contract[\\/]money|src[\\/](offline[\\/](away|Saved\.tsx)|ui[\\/](Button|buttonStyle|text\.css|EmptyState\.|Picture|Notice|Choice\.css|FieldError|useHeir)))/,
    priority: 2,
  },
  // What every page asks for once it is there, with the styles of what comes after it, in one file.
  {
    name: 'soon',
    test: /[\\/](src[\\/](lib[\\/]atHand|offline[\\/](worker|lostCode|mayReload|holds|secrets|build|probe|goodMoment|install|startupScreens|stay|(NetworkView|NeedsNetwork)\.css)|shell[\\/](afterLoad|offerNewVersion|Beside|RouteAnnouncer|BlockingLoader(\.css)?|(ErrorPage|MessagePage)\.css)|ui[\\/](fonts|layOutMore|FullScreenSpinner(\.css)?|(Toasts|Dialog)\.css))\.tsx?|contract[\\/]worker\.ts)/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // What it asks for once somebody uses it, to be ready for a network that goes.
  {
    name: 'later',
    test: /[\\/](src[\\/](offline[\\/](copies|customer|database|kept|shelves|tidy|phone|searchSaved|intent|outbox|outboxStore|channel|tell|drafts|memory|clock|connection|reconnection|networkService|NetworkView|NeedsNetwork|place|queued|live)|shell[\\/](atHand|readAhead|refreshWhenKept|ErrorPage|MessagePage)|ui[\\/](Toasts|toasting|Dialog))\.tsx?|contract[\\/](cart|catalogue|content|reviews|wishlist)\.ts|node_modules[\\/](idb-keyval|react-hot-toast|@tanstack[\\/]query-(sync|persist).*))/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'pieces',
    test: /[\\/](src[\\/](ui[\\/](Stars|starPath|Price|Skeleton|Badge)|features[\\/](catalogue[\\/](card\.ts|pictureSize|ProductCard\.css|ProductGrid\.css)|wishlist[\\/](state|WishlistButton))|routes[\\/]-cardActions)|contract[\\/]catalogueTexts)/,
    priority: 2,
  },
  // All styles of a piece's page and of the way to it in one file: a browser lays the whole page out anew when a file of
  // styles comes before one that stood ahead of it.
  {
    name: 'piece',
    test: /[\\/]src[\\/](features[\\/](catalogue[\\/](ProductPage|Gallery|Breadcrumbs|BuyBar|ProductDetails|Promises|VariantPicker)|cart[\\/]AddToCart|reviews[\\/](ReviewList|Reviews))|routes[\\/]-FindYourSize|shell[\\/]travel)\.css/,
    priority: 2,
  },
  { name: 'wanted', test: /[\\/](contract[\\/]cartTexts|features[\\/]cart[\\/]newLine)\.ts/, priority: 2 },
  { name: 'draft', test: /[\\/]offline[\\/]useDraft/, priority: 2 },
  { name: 'cards', test: /[\\/]features[\\/]catalogue[\\/](ProductCard|ProductGrid)\.tsx/, priority: 1 },
  {
    name: 'forms',
    test: /[\\/]src[\\/](ui[\\/](Field\.|Check|NameFields)|features[\\/]auth[\\/]form|lib[\\/](checkForm|useFieldErrors))/,
    priority: 1,
  },
]

/**
 * What libraries ask of their surroundings, as it is in every browser that the shop is built for (`toSorted`, which a
 * first view calls, is younger than all of it). Answered here, neither the question nor what would stand in is sent. The
 * worker's build is given the same answers, of which those about windows and documents are wrong there: it may not ask.
 */
const surroundings = {
  object: ['window', 'window.document', 'document', 'performance'],
  function: [
    'AbortController',
    'IntersectionObserver',
    'MessageChannel',
    'Object.is',
    'Promise',
    'WeakMap',
    'clearTimeout',
    'queueMicrotask',
    'reportError',
    'setTimeout',
    'window.document.createElement',
  ],
  undefined: ['process', 'setImmediate'],
}

const browser = {
  ...Object.fromEntries(
    Object.entries(surroundings).flatMap(([type, names]) =>
      names.map((name) => [`typeof ${name}`, JSON.stringify(type)]),
    ),
  ),
  // Of Internet Explorer.
  'document.documentMode': 'undefined',
  // What looks into React does so where the pages come from the sources (`npm run dev`).
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
}

/** Without it React takes its form for developers, half as slow again, on each machine that sets no NODE_ENV. */
const onServer = { 'process.env.NODE_ENV': '"production"' }

// The browser's build and the server entry's come from one configuration, so that both name every style alike.
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  define: command !== 'build' ? {} : isSsrBuild ? onServer : browser,
  // The pages' libraries go into the build with them, because they ask at run time which form of them is wanted.
  ssr: command === 'build' ? { noExternal: true } : {},
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      autoCodeSplitting: true,
      // One chunk a route, its loader included: what a page reads is nothing that other pages need.
      codeSplittingOptions: {
        defaultBehavior: [
          ['loader', 'component', 'pendingComponent'],
          ['errorComponent'],
          ['notFoundComponent'],
        ],
      },
      routeFileIgnorePattern: '\\.css\\.ts$',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    iconSheet(),
    vanillaExtractPlugin(),
    !isSsrBuild && leanReact(),
    !isSsrBuild && wakeAsShown(),
    !isSsrBuild &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        injectRegister: false,
        // What it keeps is listed once there are pages: `tools/listWorkerFiles.ts`.
        injectManifest: { injectionPoint: '' },
        manifest: webManifest,
      }),
  ],
  resolve: {
    // React has had this hook itself since 18; the stand-in for older ones is only bytes.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    target: isSsrBuild ? 'node24' : 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Documents name what they need themselves, with the page's styles inlined.
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? { output: { entryFileNames: '[name].js' } }
      : {
          // Names of classes and the like are written where they are used, even in another file.
          optimization: { inlineConst: { mode: 'all' } },
          input: ['index.html', 'src/boot.ts'],
          output: {
            // Names stand in every page's list of parts, where each character weighs: `manifest.json` tells which is which,
            // and seven of a hash tell all files of all releases apart.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ name }) =>
              `assets/${chunks.some((chunk) => chunk.name === name) ? name : 'part'}-[hash:7].js`,
            assetFileNames: ({ names }) =>
              names[0]?.endsWith('.css') ? 'assets/part-[hash:7].css' : 'assets/[name]-[hash][extname]',
            codeSplitting: { groups: chunks },
          },
        },
  },
}))
