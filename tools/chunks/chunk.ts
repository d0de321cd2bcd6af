/** A file of the browser's build and what is gathered in it. */
export type Chunk = {
  name: string
  /** Our modules, by the beginnings of their paths. */
  own?: readonly string[]
  /** Libraries' modules. */
  libraries?: RegExp
  priority: number
  includeDependenciesRecursively?: false
}
