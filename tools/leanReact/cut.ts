import { type ESTree, Visitor, parseSync } from 'vite'
import type { Cut } from './cuts.ts'

type Range = { start: number; end: number }
type Edit = Range & { text: string }

const isTag = (node: ESTree.Node) =>
  node.type === 'MemberExpression' && !node.computed && node.property.name === 'tag'

const numberOf = (node: ESTree.Node | null) =>
  node?.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined

/** Whether nothing happens where this is read. */
const isPlain = (node: ESTree.Node): boolean =>
  node.type === 'Identifier' ||
  node.type === 'Literal' ||
  (node.type === 'MemberExpression' && !node.computed && isPlain(node.object))

const nameOf = (node: ESTree.Node | null) => (node?.type === 'Identifier' ? node.name : undefined)

/** Whether nothing that stands after these statements is reached from them. */
function isLast([...statements]: readonly ESTree.Node[]): boolean {
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement') return isLast(last.body)
  return (
    last?.type === 'BreakStatement' ||
    last?.type === 'ContinueStatement' ||
    last?.type === 'ReturnStatement' ||
    last?.type === 'ThrowStatement'
  )
}

/**
 * Removes from a file of React's what `cut` lists as never used. Whatever only that reached is left to the bundler,
 * which drops functions that nobody calls.
 * @throws Error where the file has nothing of a name that the cut lists: it is another release's then
 */
export function cutOut(code: string, cut: Cut): string {
  const { program, errors } = parseSync('react.js', code)
  if (errors[0]) throw new Error(errors[0].message)
  const edits: Edit[] = []
  const met = new Set<string | number>()
  const declared: { start: number; name: string | undefined }[] = []
  const functions: Range[] = []
  const noteFunction = ({ start, end }: Range) => void functions.push({ start, end })
  const edit = ({ start, end }: Range, text = '') => edits.push({ start, end, text })
  const isListed = (names: readonly (string | number)[] | undefined, name: string | number | undefined) => {
    if (name === undefined || !names?.includes(name)) return false
    met.add(name)
    return true
  }

  const textOf = ({ start, end }: Range) => code.slice(start, end)
  const isField = (of: string, name: string | undefined) => isListed(cut.fields?.[of], name)

  /** Takes entries out of a table. */
  function leaveOut(properties: readonly ESTree.Node[], isGone: (name: string | undefined) => boolean) {
    for (const property of properties) {
      if (property.type !== 'Property' || property.computed || !isGone(nameOf(property.key))) continue
      const { start, end } = property
      edit({ start, end: code[end] === ',' ? end + 1 : end })
    }
  }

  /** Cases that nothing reaches, other than those that another falls into. */
  const gone: Range[] = []

  /** Takes cases out of a switch; of one that another falls into only the label. */
  function drop(cases: readonly ESTree.SwitchCase[], isGone: (test: ESTree.Node) => boolean) {
    let isReached = false
    for (const { start, end, test, consequent } of cases) {
      const [first] = consequent
      if (test === null || !isGone(test)) isReached = true
      else if (isReached || !first) edit({ start, end: first?.start ?? end })
      else gone.push({ start, end })
      if (first && isLast(consequent)) isReached = false
    }
  }

  new Visitor({
    SwitchStatement({ discriminant, cases }) {
      drop(cases, (test) =>
        isTag(discriminant) ? isListed(cut.kinds, numberOf(test)) : isListed(cut.elements, nameOf(test)),
      )
    },
    BinaryExpression(node) {
      if (node.operator !== '===' && node.operator !== '!==') return
      const kind = isTag(node.right)
        ? numberOf(node.left)
        : isTag(node.left)
          ? numberOf(node.right)
          : undefined
      if (isPlain(node.left) && isPlain(node.right) && isListed(cut.kinds, kind))
        edit(node, String(node.operator === '!=='))
    },
    CallExpression(node) {
      const name = nameOf(node.callee)
      if (!node.arguments.every(isPlain) || !isListed(Object.keys(cut.answers ?? {}), name)) return
      edit(node, `(${cut.answers?.[name ?? '']})`)
    },
    NewExpression(node) {
      if (isListed(cut.unmade, nameOf(node.callee))) edit(node, 'null')
    },
    ObjectExpression({ properties }) {
      leaveOut(properties, (name) => isListed(cut.hooks, name))
    },
    ExpressionStatement(node) {
      if (node.expression.type !== 'AssignmentExpression') return
      const { left, right } = node.expression
      if (left.type !== 'MemberExpression' || left.computed) return
      const { object, property } = left
      const isGone =
        (nameOf(object) === 'exports' && isListed(cut.exports, property.name)) ||
        isField(textOf(object), property.name) ||
        (object.type === 'MemberExpression' && isListed(cut.unmade, nameOf(object.object)))
      if (isGone) edit(node)
      else if (right.type === 'ObjectExpression')
        leaveOut(right.properties, (name) => isField(textOf(left), name))
    },
    AssignmentExpression({ left, right, start }) {
      if (isListed(cut.neverTrue, nameOf(left))) edit({ start, end: right.start })
    },
    VariableDeclaration({ kind, declarations }) {
      if (kind === 'var') for (const { id, start } of declarations) declared.push({ start, name: nameOf(id) })
    },
    FunctionDeclaration(node) {
      noteFunction(node)
      const name = nameOf(node.id)
      if (node.body && isListed(Object.keys(cut.bodies ?? {}), name))
        edit(node.body, `{ return ${cut.bodies?.[name ?? '']}; }`)
    },
    FunctionExpression: noteFunction,
    ArrowFunctionExpression: noteFunction,
    ConditionalExpression({ test }) {
      if (isListed(cut.neverTrue, nameOf(test))) edit(test, 'false')
    },
  }).visit(program)

  for (const range of gone) {
    const isWithin = (outer: Range, { start }: { start: number }) => outer.start < start && start < outer.end
    const inner = functions.filter((other) => isWithin(range, other))
    // A variable that a case declares is all of its function's.
    const names = declared.filter(
      (one) => isWithin(range, one) && !inner.some((other) => isWithin(other, one)),
    )
    edit(range, names.length > 0 ? `case NaN: var ${names.map(({ name }) => name).join(', ')};` : '')
  }

  const { exports, hooks, fields, kinds, elements, unmade, answers, neverTrue, bodies } = cut
  const names = [
    exports,
    hooks,
    ...Object.values(fields ?? {}),
    elements,
    unmade,
    Object.keys(answers ?? {}),
    neverTrue,
    Object.keys(bodies ?? {}),
  ]
  const missing = [...names.flatMap((some) => some ?? []), ...(kinds ?? [])].filter((name) => !met.has(name))
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')} in this file of React's`)

  let text = ''
  let at = 0
  for (const { start, end, text: instead } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    // What is inside something removed is removed with it.
    if (start < at) continue
    text += code.slice(at, start) + instead
    at = end
  }
  return text + code.slice(at)
}
