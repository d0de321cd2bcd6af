import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { leanReact } from './tools/leanReact/plugin.ts'
import { wakeAsShown } from './tools/wakeAsShown.ts'
import { webManifest } from './tools/webManifest.ts'
import { damson, filled, fiveStars, icons } from './src/ui/icons.ts'

/** The icons of `icons.ts`, once in each document, so that no page carries them in its scripts. */
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
 * Which modules share a file in the browser: forty small ones cost more than they save, and one large one makes every
 * page carry what few need. A group includes what its modules import, unless one of a higher priority has it.
 * `npm run bench:weight` shows the effect of a change.
 */
const chunks = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
  {
    name: 'platform',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)[\\/]/,
    priority: 3,
  },
  // Most pages only read: forms come later, and so does storing and restoring saved copies.
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
  // One of the entry's imports below, needed only by pages with addresses and telephone numbers.
  { name: 'shopDetails', test: /[\\/]contract[\\/]shopDetails/, priority: 3 },
  // Everything that the entry imports, and what nearly every page shows, in the entry's own file.
  {
    name: 'index',
    test: /[\\/](index\.html|contract[\\/]money|src[\\/](offline[\\/](away|Saved\.tsx)|ui[\\/](Button|buttonStyle|text\.css|EmptyState\.|Picture|Notice|Choice\.css|FieldError|useHeir)))/,
    priority: 2,
  },
  // What every page requests once it is there, with the styles of what comes after it, in one file.
  {
    name: 'soon',
    test: /[\\/](src[\\/](lib[\\/]atHand|offline[\\/](worker|lostCode|mayReload|holds|secrets|build|probe|goodMoment|install|startupScreens|stay|(NetworkView|NeedsNetwork)\.css)|shell[\\/](afterLoad|offerNewVersion|Beside|RouteAnnouncer|BlockingLoader(\.css)?|(ErrorPage|MessagePage)\.css)|ui[\\/](fonts|layOutMore|FullScreenSpinner(\.css)?|(Toasts|Dialog)\.css))\.tsx?|contract[\\/]worker\.ts)/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // What it requests once somebody uses it, to be ready for the loss of the network.
  {
    name: 'later',
    test: /[\\/](src[\\/](offline[\\/](copies|customer|database|kinds|shelves|tidy|phone|searchSaved|intent|outbox|outboxStore|channel|tell|drafts|memory|clock|connection|reconnection|networkService|NetworkView|NeedsNetwork|place|queued|live)|shell[\\/](atHand|readAhead|refreshWhenKept|ErrorPage|MessagePage)|ui[\\/](Toasts|toasting|Dialog))\.tsx?|contract[\\/](cart|catalogue|content|reviews|wishlist)\.ts|node_modules[\\/](idb-keyval|react-hot-toast|@tanstack[\\/]query-(sync|persist).*))/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'pieces',
    test: /[\\/](src[\\/](ui[\\/](Stars|starPath|Price|Skeleton|Badge)|features[\\/](catalogue[\\/](card\.ts|pictureSize|ProductCard\.css|ProductGrid\.css)|wishlist[\\/](state|WishlistButton))|routes[\\/]-cardActions)|contract[\\/]catalogueTexts)/,
    priority: 2,
  },
  // All styles of a piece's page and of the transition to it in one file: a browser lays out the whole page again if a
  // style file arrives before one that precedes it in the document.
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
 * The results of libraries' feature tests, which are the same in every browser that the shop supports (`toSorted`, which
 * a first view calls, is younger than all of these features). With constants neither the tests nor the fallbacks are
 * sent. The worker's build gets the same constants, of which those about windows and documents are wrong there: it must
 * not test for them.
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
  // A property of Internet Explorer's.
  'document.documentMode': 'undefined',
  // React's devtools are used only with `npm run dev`.
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
}

/** Without it React uses its development build, half as slow again, on any machine that does not set NODE_ENV. */
const onServer = { 'process.env.NODE_ENV': '"production"' }

// The browser's build and the server entry's come from one configuration, so that both give every style the same name.
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  define: command !== 'build' ? {} : isSsrBuild ? onServer : browser,
  // The pages' libraries are bundled with them, because otherwise they would choose their build at run time.
  ssr: command === 'build' ? { noExternal: true } : {},
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      autoCodeSplitting: true,
      // One chunk per route, including its loader: no other page needs what a page reads.
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
        // The list of files that it stores is made once there are pages: `tools/listWorkerFiles.ts`.
        injectManifest: { injectionPoint: '' },
        manifest: webManifest,
      }),
  ],
  resolve: {
    // React has had this hook itself since 18; the shim for older versions is dead weight.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    target: isSsrBuild ? 'node24' : 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Documents list what they need themselves, and inline the page's styles.
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? { output: { entryFileNames: '[name].js' } }
      : {
          // Inlines constants such as class names where they are used, even in another file.
          optimization: { inlineConst: { mode: 'all' } },
          input: ['index.html', 'src/boot.ts'],
          output: {
            // Every page lists the names of its parts, so each character weighs: `manifest.json` tells which is which,
            // and seven characters of a hash distinguish the files of all releases.
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
