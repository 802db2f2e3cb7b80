/**
 * Returns the environment for a program to strip types and compile shared code only once for all tests, or nothing without such a cache. It
 * is written when a program exits normally: one that tests kill must call `flushCompileCache` of node:module after its start.
 */
export function compileCacheOfTests(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
