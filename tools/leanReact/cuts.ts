/**
 * What the shop never uses of React, so that it need not be sent. The names are those of React's own production files,
 * in the release below. `cut.ts` removes what they lead to; `plugin.ts` refuses a build that uses any of it after all.
 * For the reasons, and what to do after an upgrade: `docs/decisions/013-lean-react.md`.
 */
export const knownReact = '19.3.1'

/** What is taken out of one file. */
export type Cut = {
  /** Exports that nobody imports. */
  exports?: readonly string[]
  /** Hooks that nobody calls: entries of React's tables of them. */
  hooks?: readonly string[]
  /** Other fields that nobody reads, by what they are fields of. */
  fields?: Readonly<Record<string, readonly string[]>>
  /** Kinds of things in React's tree of which the shop has none: numbers of `ReactWorkTags.js`. */
  kinds?: readonly number[]
  /** Types of elements that are never made, by the names of their symbols. */
  elements?: readonly string[]
  /** Constructors of which no object is ever made. */
  unmade?: readonly string[]
  /** What a function always answers, as code. */
  answers?: Readonly<Record<string, string>>
  /** Variables that stay false. */
  neverTrue?: readonly string[]
  /** Functions that have nothing left to do, however they are called, and what they return, as code. */
  bodies?: Readonly<Record<string, string>>
}

/** What none of our modules, and no library of ours, may import from `react`. */
const react = [
  'Activity',
  'Children',
  'Profiler',
  'PureComponent',
  'StrictMode',
  'ViewTransition',
  '__COMPILER_RUNTIME',
  'addTransitionType',
  'cache',
  'cacheSignal',
  'cloneElement',
  'createRef',
  'isValidElement',
  'unstable_useCacheRefresh',
  'useActionState',
  'useDeferredValue',
  'useImperativeHandle',
  'useInsertionEffect',
  'useReducer',
] as const

/**
 * Nor from `react-dom`: what is hoisted into a document's head, the server has written there, and what lies above a page
 * is a `<dialog>`, which browsers put there themselves.
 */
const reactDom = [
  'browser',
  'createPortal',
  'preconnect',
  'prefetchDNS',
  'preinit',
  'preinitModule',
  'preload',
  'preloadModule',
  'requestFormReset',
  'unstable_batchedUpdates',
  'useFormState',
  'useFormStatus',
] as const

/** By the end of the file's path. */
export const cuts: Readonly<Record<string, Cut>> = {
  'react/cjs/react.production.js': { exports: react },
  'react-dom/cjs/react-dom.production.js': { exports: reactDom },
  'react-dom/cjs/react-dom-client.production.js': {
    // Portal, StrictMode, Profiler, SuspenseList, Cache, what is hoisted, `<html>`, `<head>` and `<body>`,
    // ViewTransition, Activity.
    kinds: [4, 8, 12, 19, 24, 26, 27, 30, 31],
    elements: [
      'REACT_ACTIVITY_TYPE',
      'REACT_LEGACY_HIDDEN_TYPE',
      'REACT_PORTAL_TYPE',
      'REACT_PROFILER_TYPE',
      'REACT_STRICT_MODE_TYPE',
      'REACT_SUSPENSE_LIST_TYPE',
      'REACT_VIEW_TRANSITION_TYPE',
    ],
    hooks: [
      'useActionState',
      'useCacheRefresh',
      'useDeferredValue',
      'useFormState',
      'useHostTransitionStatus',
      'useImperativeHandle',
      'useInsertionEffect',
      'useMemoCache',
      'useReducer',
    ],
    fields: {
      // Nobody has asked for it since React 19.
      ReactDOMSharedInternals: ['findDOMNode'],
      // What `react-dom` asks of its renderer: preconnections, and files fetched ahead.
      'ReactDOMSharedInternals.d': ['C', 'D', 'L', 'M', 'S', 'X', 'm'],
    },
    // What a `ref` on a fragment or on a view transition would be given.
    unmade: ['FragmentInstance', 'ViewTransitionPseudoElement'],
    answers: {
      commitNewChildToFragmentInstances: 'undefined',
      // Read by developer tools; the shopper's messages name no component.
      getStackByFiberInDevAndProd: '""',
      isCustomElement: 'false',
      isHostHoistableType: 'false',
    },
    neverTrue: ['shouldStartViewTransition'],
    bodies: {
      // A commit waits for pictures only inside a ViewTransition, and for style sheets only if they are hoisted.
      accumulateSuspenseyCommitOnFiber: 'undefined',
      checkIfFullyUnsuspended: 'undefined',
      preloadInstanceAndSuspendIfNeeded: 'undefined',
      waitForCommitToBeReady: 'null',
      // No fragment has an instance.
      addFragmentHandleToFiber: 'undefined',
      commitFragmentInstanceDeletionEffects: 'undefined',
      commitFragmentInstanceInsertionEffects: 'undefined',
      isFragmentInstanceParent: 'false',
      traverseVisibleInstancesAndTextInstances: 'false',
      // They only look for ViewTransitions, or for the types of one.
      claimQueuedTransitionTypes: 'null',
      commitExitViewTransitions: 'undefined',
      commitNestedViewTransitions: 'undefined',
      queueTransitionTypes: 'undefined',
      restoreEnterOrExitViewTransitions: 'undefined',
      restoreNestedViewTransitions: 'undefined',
      trackEnterViewTransitions: 'undefined',
      // `<html>`, `<head>` and `<body>`, or a root that is one of them or the document.
      clearContainerSparingly: 'undefined',
      releaseSingletonInstance: 'undefined',
      // This release keeps it nowhere.
      defaultOnDefaultTransitionIndicator: 'undefined',
      // Named only in the text of an error.
      getComponentNameFromType: 'null',
      // Forms sent before the page woke: an inline script of the server renderer's would have to collect them.
      scheduleReplayQueueIfNeeded: 'undefined',
    },
  },
}

/** What may not be asked for while the cuts are made. */
export const refused = {
  // The last is what the React Compiler's output asks for.
  imports: { react, 'react-dom': reactDom, 'react/compiler-runtime': ['c'] } as Readonly<
    Record<string, readonly string[]>
  >,
  /** Elements whose handling is cut: hoisted ones (a script only if it is `async`), documents' own, custom ones. */
  element: /^(?:html|head|body|title|meta|link|style|.+-.+)$/,
}
