/**
 * The architecture (DESIGN.md section 3) as data: each module of src/ may import only from the layers above its own in
 * this list, and modules in one layer do not import each other. The linter's import rules are computed from it.
 */
export const layers: readonly (readonly string[])[] = [
  ['errors', 'text'],
  ['http', 'processes', 'styles'],
  ['catalog', 'selection', 'protocol', 'storage'],
  ['client', 'control', 'credentials', 'project', 'journal', 'terminal', 'tunnel'],
  ['context'],
  ['install', 'gateway', 'inspector', 'webhooks', 'emulator', 'scaffold', 'sdk', 'check', 'chaos'],
  ['kit'],
  ['dev'],
  ['testing'],
  ['views'],
  ['tasks'],
  ['cli'],
  ['call'],
  ['mcp'],
  ['commands', 'hooks', 'main'],
]

/** The layers of the folders in a large module, by the same rules. The files directly in the module may import any folder. */
export const innerLayers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  emulator: [
    ['context', 'db', 'files', 'pages', 'platform', 'tables'],
    ['checkpoints', 'faults', 'panel'],
    ['deliveries', 'serve'],
    ['exchange', 'store'],
    ['api', 'seed', 'snapshots', 'storefront'],
    ['admin', 'undo'],
    ['consent', 'panel-preview', 'state'],
    ['control'],
    ['portal'],
    ['explorer'],
  ],
  dev: [['notes', 'ports', 'watch'], ['events'], ['background', 'deliveries'], ['installs'], ['processes'], ['live']],
  check: [['harness'], ['panel', 'run'], ['api-calls'], ['stores'], ['checks']],
  call: [['input'], ['send'], ['show']],
  project: [['live', 'platforms', 'toml']],
  tasks: [
    ['commands', 'init', 'journal', 'live', 'mcp', 'selection', 'token', 'upgrade'],
    ['embed', 'secret'],
    ['register'],
    ['install'],
    ['call', 'dev'],
    ['emulator', 'webhook'],
    ['chaos', 'check', 'doctor'],
  ],
  kit: [
    ['http', 'log'],
    ['database'],
    ['install'],
    ['api', 'server'],
    ['work'],
    ['d1', 'events', 'panel', 'sqlite'],
    ['postgres', 'slots'],
    ['program', 'routes'],
  ],
}

/** Modules that import none of our other modules, because their files are copied elsewhere unchanged. */
export const sealed: readonly string[] = ['protocol']
