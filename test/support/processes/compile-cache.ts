/**
 * What the environment of a program needs so that it strips types and compiles once what all programs of tests load; nothing where there is no such cache. It is written
 * when a program ends by itself: one that tests kill has to call `flushCompileCache` of node:module when it has started.
 */
export function compileCacheOfTests(): { readonly NODE_COMPILE_CACHE?: string } {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}
