/**
 * The house (DESIGN.md section 3) as data: each shelf may import only from the shelves above it in this list, and rooms on one shelf do not see each other.
 * The linter's walls are computed from it.
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

/** Rooms that import nothing of ours at all, because their files are copied elsewhere as they stand. */
export const sealed: readonly string[] = ['protocol']
