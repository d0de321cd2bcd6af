import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkGroups } from './tools/chunks.ts'
import { leanReact } from './tools/leanReact/plugin.ts'
import { replaceModules } from './tools/standIns.ts'
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
    !isSsrBuild && replaceModules(),
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
              `assets/${chunkGroups.some((chunk) => chunk.name === name) ? name : 'part'}-[hash:7].js`,
            assetFileNames: ({ names }) =>
              names[0]?.endsWith('.css') ? 'assets/part-[hash:7].css' : 'assets/[name]-[hash][extname]',
            codeSplitting: { groups: chunkGroups },
          },
        },
  },
}))
