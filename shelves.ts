/**
 * The architecture (DESIGN.md section 3) as data: each layer may import only from the layers above it in this
 * list, and modules in one layer do not import each other. The linter's import rules are computed from it.
 */
export const shelves: readonly (readonly string[])[] = [
  ['errors', 'text'],
  ['http', 'processes', 'styles'],
  ['catalog', 'named', 'protocol', 'storage'],
  ['client', 'control', 'credentials', 'project', 'journal', 'terminal', 'tunnel'],
  ['install', 'gateway', 'inspector', 'webhooks', 'emulator', 'scaffold', 'sdk', 'check', 'chaos'],
  ['kit'],
  ['dev'],
  ['testing'],
  ['views'],
  ['context'],
  ['tasks'],
  ['command'],
  ['call'],
  ['mcp'],
  ['commands', 'hooks', 'main'],
]

/** Modules that import none of our other modules, because their files are copied elsewhere unchanged. */
export const sealed: readonly string[] = ['protocol']
