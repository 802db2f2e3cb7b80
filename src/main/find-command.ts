/**
 * Command files: `commands/orders/list.ts` is `app orders list`. `commands/dev/index.ts` (packaged:
 * `commands/dev.js`) is `app dev`.
 */
export interface CommandTree {
  readonly commandsUrl: URL
  readonly extension: '.ts' | '.js'
}

export interface FoundCommand {
  /** In oclif's form: `orders:list`. */
  readonly id: string
  /** URL of the file, for `import()`. */
  readonly file: string
  /** Arguments of the command itself. */
  readonly argv: string[]
}

/** Only these words are looked up on disk: no dots or slashes, so that an argument never becomes a path. */
const word = /^(?!index$)[a-z][a-z0-9-]*$/

/** Finds the deepest command that the leading words select, or null for a topic, help, or an unknown command. `orders:list` is read like `orders list`. */
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

/** Returns ids of the commands one level below a command that is also a topic: `dev:logs` below `dev`. */
export function commandsBelow({ id, file }: Pick<FoundCommand, 'id' | 'file'>): string[] {
  const { existsSync, readdirSync } = process.getBuiltinModule('node:fs')
  const extension = file.slice(-3)
  const index = `/index${extension}`
  const folder = new URL(file.endsWith(index) ? '.' : `${file.slice(0, -extension.length)}/`, file)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith(extension) && `/${name}` !== index)
  return names.map((name) => `${id}:${name.slice(0, -extension.length)}`).toSorted()
}
