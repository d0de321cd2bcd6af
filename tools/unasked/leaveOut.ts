import { type ESTree, Visitor, parseSync } from 'vite'

type Range = { start: number; end: number }

/** A property's name where it is written out, in a literal, in a class, in a pattern or behind a dot. */
function nameOf(key: ESTree.Node, isComputed: boolean): string | undefined {
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value
  return !isComputed && key.type === 'Identifier' ? key.name : undefined
}

const isFunction = ({ type }: ESTree.Node) =>
  type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

/**
 * Takes out of a library's file what nobody outside of it ever names: methods and fields are gone, and options are read
 * as `undefined`, from which the bundler sees where nothing leads any more.
 *
 * @throws Error where what stays writes such a name, calls it or takes it apart: then it is more than never asked for
 */
export function leaveOut(code: string, names: ReadonlySet<string>, met = new Set<string>()): string {
  const { program, errors } = parseSync('library.js', code)
  if (errors[0]) throw new Error(errors[0].message)
  const edits: (Range & { text: string; needed?: string })[] = []
  /** Where something stands that is written, called or taken apart. */
  const needed = new Set<number>()

  const isListed = (name: string | undefined): name is string => {
    if (name === undefined || !names.has(name)) return false
    met.add(name)
    return true
  }
  const drop = ({ start, end }: Range) =>
    edits.push({ start, end: code[end] === ',' ? end + 1 : end, text: '' })
  const dropMember = (node: ESTree.MethodDefinition | ESTree.PropertyDefinition) => {
    if (isListed(nameOf(node.key, node.computed))) drop(node)
  }

  new Visitor({
    MethodDefinition: dropMember,
    PropertyDefinition: dropMember,
    ObjectExpression({ properties }) {
      for (const property of properties)
        if (property.type === 'Property' && isListed(nameOf(property.key, property.computed))) drop(property)
    },
    ObjectPattern({ properties }) {
      for (const property of properties) {
        if (property.type !== 'Property') continue
        const name = nameOf(property.key, property.computed)
        const { start, end } = property
        if (isListed(name)) edits.push({ start, end, text: '', needed: name })
      }
    },
    ExpressionStatement(node) {
      const { expression } = node
      if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return
      const { property, computed } = expression.left
      // A method of each object's own.
      if (isFunction(expression.right) && isListed(nameOf(property, computed))) drop(node)
    },
    AssignmentExpression: ({ left }) => void needed.add(left.end),
    UpdateExpression: ({ argument }) => void needed.add(argument.end),
    CallExpression({ callee, optional }) {
      if (!optional) needed.add(callee.end)
    },
    NewExpression: ({ callee }) => void needed.add(callee.end),
    UnaryExpression({ operator, argument }) {
      if (operator === 'delete') needed.add(argument.end)
    },
    MemberExpression(node) {
      const name = nameOf(node.property, node.computed)
      if (!isListed(name)) return
      const { start, end } = node
      edits.push({ start, end, text: '(void 0)', ...(needed.has(end) && { needed: name }) })
    },
  }).visit(program)

  let text = ''
  let at = 0
  for (const { start, end, text: instead, needed: name } of edits.toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  )) {
    // What lies within something that is gone is gone with it.
    if (start < at) continue
    if (name !== undefined) throw new Error(`needs ${name} itself`)
    text += code.slice(at, start) + instead
    at = end
  }
  return text + code.slice(at)
}

/** Which of these names a module in plain JavaScript uses, if any: as a property, or as a string that may become one. */
export function named(code: string, id: string, names: ReadonlySet<string>): string | undefined {
  const { program } = parseSync(id, code, { lang: 'js', sourceType: 'unambiguous' })
  let found: string | undefined
  const look = (name: string | undefined) => {
    if (name !== undefined && names.has(name)) found ??= name
  }
  new Visitor({
    MemberExpression: ({ property, computed }) => look(nameOf(property, computed)),
    Property: ({ key, computed }) => look(nameOf(key, computed)),
    MethodDefinition: ({ key, computed }) => look(nameOf(key, computed)),
    PropertyDefinition: ({ key, computed }) => look(nameOf(key, computed)),
    Literal({ value }) {
      if (typeof value === 'string') look(value)
    },
  }).visit(program)
  return found
}
