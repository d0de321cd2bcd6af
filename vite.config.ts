import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { shop } from './contract/shop.ts'
import { filled, icons } from './src/ui/icons.ts'

/** The drawings of `icons.ts`, once in each document, so that no page carries them in its scripts. */
const iconSheet = (): Plugin => ({
  name: 'damson-icons',
  transformIndexHtml(html) {
    const symbols = Object.entries(icons).map(([name, path]) => {
      const inside = Object.entries(filled).find(([other]) => other === name)?.[1]
      const fill = inside === undefined ? '' : `<path d="${inside}" fill="currentColor" stroke="none"/>`
      return `<symbol id="icon-${name}" viewBox="0 0 24 24">${fill}<path d="${path}"/></symbol>`
    })
    return html.replace('<!--icons-->', () => `<div hidden><svg>${symbols.join('')}</svg></div>`)
  },
})

// Schemas, and what asks the server, are no page's first need.
const shared =
  /[\\/](src[\\/](?!lib[\\/]http|.*[\\/]live\.ts|ui[\\/](Choice|Field|Notice|Stars)|features[\\/]catalogue[\\/](Pagination|SortMenu|Listing|words|pages|useListing|Applied|Category|AllJewellery))|contract[\\/](\w*[tT]exts|shop|money|listing|constants|paths|cartLine|shipping)\.ts)/

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
        injectManifest: {
          globPatterns: ['assets/**/*.{js,css,woff2}', 'favicon.*', 'icons/*'],
          // Hashed names say themselves whether they changed.
          dontCacheBustURLsMatching: /^assets\//,
        },
        manifest: {
          id: '/',
          name: shop.name,
          short_name: shop.name,
          description: shop.tagline,
          lang: 'en-GB',
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#fffcf8',
          theme_color: '#6b2858',
          icons: [
            { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
            { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
            { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          ],
        },
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
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
                { name: 'platform', test: /node_modules[\\/]@tanstack[\\/]/, priority: 1 },
                // What most pages share, in one file: forty small ones cost more than what they leave out.
                { name: 'shared', test: shared, minShareCount: 11 },
              ],
            },
          },
        },
  },
}))
