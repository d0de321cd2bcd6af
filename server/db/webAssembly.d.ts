/** What is used of it here: Node's own types leave it out, and a browser's would bring a browser's globals with them. */
declare namespace WebAssembly {
  /** A program, with all that was compiled of it so far: threads that are given one share that. */
  class Module {
    protected code: unknown
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
