import { type ESTree, type Plugin, Visitor, parseSync } from 'vite'
import { cutOut } from './cut.ts'
import { type Cut, cuts, knownReact, refused } from './cuts.ts'

const cutFor = (id: string): Cut | undefined =>
  Object.entries(cuts).find(([file]) => id.endsWith(`/node_modules/${file}`))?.[1]

/**
 * Leaves out of React what the shop never uses (`cuts.ts`). A build that uses it is refused; any release of React other
 * than the one that the cuts were made for is bundled whole.
 */
export function leanReact(): Plugin {
  const reasons = new Map<string, string>()
  return {
    name: 'damson-lean-react',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { code: /react/ },
      handler(code, id) {
        const cut = cutFor(id)
        if (!cut) {
          if (/\/node_modules\/(?:react|react-dom|scheduler)\//.test(id)) return
          const reason = whyRefused(code, id)
          if (reason !== undefined) reasons.set(id, reason)
          return
        }
        const release = /exports\.version = "([^"]+)"/.exec(code)?.[1]
        if (release === knownReact) return { code: cutOut(code, cut), map: null }
        this.warn(`React ${release} is bundled whole: the cuts are for ${knownReact}`)
      },
    },
    // Only now it is known which modules are sent at all.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const reason = renderedLength > 0 ? reasons.get(id) : undefined
          if (reason !== undefined) this.error(`${id} ${reason}, which tools/leanReact/cuts.ts leaves out`)
        }
      }
    },
  }
}

/** What a module asks of React though it is left out, or nothing. For modules in plain JavaScript. */
export function whyRefused(code: string, id: string): string | undefined {
  const { program, module } = parseSync(id, code, { lang: 'js', sourceType: 'unambiguous' })
  const makers = new Set<string>()
  const fragments = new Set<string>()
  /** Local names of all of React, or of all of its renderer. */
  const whole = new Map<string, readonly string[]>()
  for (const { moduleRequest, entries } of module.staticImports) {
    const banned = refused.imports[moduleRequest.value]
    for (const { importName, localName } of entries) {
      const name = importName.name ?? undefined
      if (name !== undefined && banned?.includes(name)) return `imports ${name} of React`
      if (name === undefined && banned) whole.set(localName.value, banned)
      if (/^react(?:\/|$)/.test(moduleRequest.value)) {
        if (name === 'Fragment') fragments.add(localName.value)
        if (name === 'jsx' || name === 'jsxs' || name === 'createElement') makers.add(localName.value)
      }
    }
  }
  for (const [, local = '', from = ''] of code.matchAll(/\b(\w+) = require\(["'](react|react-dom)["']\)/g))
    whole.set(local, refused.imports[from] ?? [])

  let reason: string | undefined
  const isWhole = (node: ESTree.Node): readonly string[] | undefined =>
    node.type === 'Identifier' ? whole.get(node.name) : undefined
  new Visitor({
    MemberExpression(node) {
      if (!node.computed && isWhole(node.object)?.includes(node.property.name))
        reason ??= `reads ${node.property.name} of React`
    },
    CallExpression({ callee, arguments: [type, props] }) {
      const isMaker =
        callee.type === 'Identifier'
          ? makers.has(callee.name)
          : callee.type === 'MemberExpression' && isWhole(callee.object) !== undefined
      if (!isMaker) return
      const has = (name: string) =>
        props?.type === 'ObjectExpression' &&
        props.properties.some(
          (property) =>
            property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name,
        )
      if (type?.type === 'Literal' && typeof type.value === 'string') {
        const { value } = type
        if (refused.element.test(value) || (value === 'script' && has('async'))) reason ??= `makes <${value}>`
      }
      if (type?.type === 'Identifier' && fragments.has(type.name) && has('ref'))
        reason ??= 'gives a fragment a ref'
    },
  }).visit(program)
  return reason
}
