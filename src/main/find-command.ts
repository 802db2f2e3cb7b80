/** Where command files are: `commands/orders/list.ts` is `app orders list`, and `commands/dev/index.ts`, beside the commands below it, `app dev`; in the package that is `commands/dev.js`. */
export interface CommandTree {
  readonly commandsUrl: URL
  readonly extension: '.ts' | '.js'
}

export interface FoundCommand {
  /** As oclif writes it: `orders:list`. */
  readonly id: string
  /** Address of the file, for `import()`. */
  readonly file: string
  /** What is left for the command itself. */
  readonly argv: string[]
}

/** Only such words are looked for on disk: no dots, no slashes, so that an argument never becomes a path. */
const word = /^(?!index$)[a-z][a-z0-9-]*$/

/** The deepest command that the leading words name, or null: then it is a topic, help, or a mistake. `orders:list` is read like `orders list`. */
export function findCommand(argv: readonly string[], { commandsUrl, extension }: CommandTree): FoundCommand | null {
  const { existsSync } = process.getBuiltinModule('node:fs')
  const args = argv[0]?.includes(':') === true ? [...argv[0].split(':'), ...argv.slice(1)] : [...argv]
  const firstOther = args.findIndex((arg) => !word.test(arg))
  const words = args.slice(0, firstOther === -1 ? args.length : firstOther)
  for (let count = Math.min(words.length, 4); count > 0; count--) {
    const path = words.slice(0, count)
    const file = [extension, `/index${extension}`]
      .map((end) => new URL(path.join('/') + end, commandsUrl))
      .find((url) => existsSync(url))
    if (file !== undefined) return { id: path.join(':'), file: file.href, argv: args.slice(count) }
  }
  return null
}

/** Ids of the commands one level below a command that is a topic too: `dev:logs` below `dev`. */
export function commandsBelow({ id, file }: Pick<FoundCommand, 'id' | 'file'>): string[] {
  const { existsSync, readdirSync } = process.getBuiltinModule('node:fs')
  const extension = file.slice(-3)
  const index = `/index${extension}`
  const folder = new URL(file.endsWith(index) ? '.' : `${file.slice(0, -extension.length)}/`, file)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith(extension) && `/${name}` !== index)
  return names.map((name) => `${id}:${name.slice(0, -extension.length)}`).toSorted()
}
