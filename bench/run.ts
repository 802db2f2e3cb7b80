/** `npm run bench -- startup`, `-- emulator`, `-- gateway`: the tables of BENCH.md with this project's own figures. Nothing asserts a time; only ratios inside one run count. */
const tables: Readonly<Record<string, () => Promise<void>>> = {
  startup: async () => (await import('./startup.ts')).startup(),
  gateway: async () => (await import('./gateway.ts')).gateway(),
  emulator: async () => (await import('./emulator.ts')).emulator(),
}

const [wanted = 'startup'] = process.argv.slice(2)
const table = tables[wanted]
if (table === undefined) {
  console.error(`There is no bench "${wanted}"; there are: ${Object.keys(tables).join(', ')}.`)
  process.exitCode = 2
} else await table()
