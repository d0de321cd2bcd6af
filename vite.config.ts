import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
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
  // What most pages share. Schemas, and what asks the server, are no page's first need.
  {
    name: 'shared',
    test: /[\\/](src[\\/](?!lib[\\/](http|dates)|offline[\\/](useDraft|network\.ts|away)|features[\\/]content|.*[\\/]live\.ts|ui[\\/](Choice|CheckedForm|Field|Notice|Stars)|features[\\/]catalogue[\\/](ProductCard\.tsx|ProductGrid\.tsx|Pagination|SortMenu|Listing|words|pages|useListing|Applied|Category|AllJewellery|taglines))|contract[\\/](texts|cartTexts|wishlistTexts|shop|money|listing|constants|cartLine|shipping)\.ts)/,
    minShareCount: 11,
    priority: 2,
  },
  // What every page asks for once it is there, to be ready for a network that goes.
  {
    name: 'later',
    test: /[\\/](src[\\/](offline[\\/](copies|customer|database|kept|shelves|tidy|phone|searchSaved|intent|outbox|outboxStore|stay|tell|drafts|holds|memory|clock|connection|reconnection|networkService|NetworkView|probe|place|queued|secrets|live|lostCode|build|worker|goodMoment|install|startupScreens)|shell[\\/](afterLoad|offerNewVersion|readAhead|refreshWhenKept|Beside|BlockingLoader|RouteAnnouncer)|ui[\\/](Toasts|toasting|fonts|Dialog|FullScreenSpinner))\.tsx?|contract[\\/](worker|cart|catalogue|content|reviews|wishlist)\.ts|node_modules[\\/](idb-keyval|react-hot-toast|@tanstack[\\/]query-(sync|persist).*))/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Small, and with everyone who reads ahead or asks who is here; alone they would weigh half as much again.
  { name: 'shared', test: /[\\/]src[\\/](offline[\\/]idle|features[\\/]auth[\\/]returnPath)/, priority: 2 },
  { name: 'pieces', test: /[\\/](src[\\/]ui[\\/](Stars|starPath)|contract[\\/]catalogueTexts)/, priority: 2 },
  { name: 'fault', test: /[\\/]src[\\/]ui[\\/]FieldError/, priority: 2 },
  { name: 'notice', test: /[\\/]src[\\/]ui[\\/](Notice|Choice\.css)/, priority: 2 },
  { name: 'wanted', test: /[\\/](contract[\\/]cartTexts|features[\\/]cart[\\/]line)\.ts/, priority: 2 },
  { name: 'draft', test: /[\\/]offline[\\/]useDraft/, priority: 2 },
  { name: 'cards', test: /[\\/]features[\\/]catalogue[\\/](ProductCard|ProductGrid)\.tsx/, priority: 1 },
  {
    name: 'forms',
    test: /[\\/]src[\\/](ui[\\/](Field\.|Check|NameFields)|features[\\/]auth[\\/]form|lib[\\/](checkForm|useFieldErrors))/,
    priority: 1,
  },
]

// The browser's build and the server entry's come from one configuration, so that both name every style alike.
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
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
          input: ['index.html', 'src/boot.ts'],
          output: {
            // A part's name would stand in every page's list of parts; `manifest.json` tells which is which.
            chunkFileNames: ({ name }) =>
              `assets/${chunks.some((chunk) => chunk.name === name) ? name : 'part'}-[hash].js`,
            assetFileNames: ({ names }) =>
              names[0]?.endsWith('.css') ? 'assets/part-[hash].css' : 'assets/[name]-[hash][extname]',
            codeSplitting: { groups: chunks },
          },
        },
  },
}))
