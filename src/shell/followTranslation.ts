/** What stands in a text's place since the browser has translated it. */
const standIns = new WeakMap<Node, Element>()

/**
 * Keeps the page right while the browser translates it. Chrome puts a `<font>` in the place of each text. React knows
 * only the text: when it changes it, as with a total, the old one would stay on the page, and when it removes it, or
 * puts something before it, the whole page would fail (https://github.com/facebook/react/issues/11538).
 */
export function followTranslation(): void {
  const taken = new WeakSet<Node>()
  let isFollowing = false

  const standInOf = ({ addedNodes, previousSibling, nextSibling }: MutationRecord) =>
    [...addedNodes, previousSibling, nextSibling].find(
      (node): node is HTMLElement => node?.nodeName === 'FONT' && node.isConnected && !taken.has(node),
    )

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      // It was changed out of sight. Back in its place it is translated anew.
      if (record.type === 'characterData') standIns.get(record.target)?.replaceWith(record.target)
      for (const text of record.removedNodes) {
        const standIn = text instanceof Text && !text.isConnected ? standInOf(record) : undefined
        if (standIn === undefined) continue
        taken.add(standIn)
        standIns.set(text, standIn)
        observer.observe(text, { characterData: true })
        if (!isFollowing) lookBehindStandIns()
        isFollowing = true
      }
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** The child of `parent` that is this node, has it inside, or stands in its place; null when there is none any more. */
function inPlaceOf(node: Node, parent: Node): Node | null {
  for (let at: Node | null | undefined = node.isConnected ? node : standIns.get(node); at; at = at.parentNode)
    if (at.parentNode === parent) return at
  return null
}

/** Done once a page is translated: nothing changes for anybody else. */
function lookBehindStandIns() {
  const { prototype } = Node
  // oxlint-disable-next-line typescript/unbound-method -- they are called with their nodes
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const instead = child.parentNode === this ? child : inPlaceOf(child, this)
    if (instead !== null) removeChild.call(this, instead)
    return child
  }
  prototype.insertBefore = function <T extends Node>(this: Node, added: T, next: Node | null): T {
    const before = next === null || next.parentNode === this ? next : inPlaceOf(next, this)
    insertBefore.call(this, added, before)
    return added
  }
}
