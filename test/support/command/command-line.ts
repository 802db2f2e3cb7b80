import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ManifestFlag {
  readonly type: string
  readonly char?: string
  readonly allowNo?: boolean
}

interface ManifestCommand {
  readonly flags: Readonly<Record<string, ManifestFlag>>
  readonly args: Readonly<Record<string, { readonly required?: boolean }>>
  readonly strict?: boolean
}

const manifest = join(import.meta.dirname, '../../../oclif.manifest.json')
const { commands } = JSON.parse(readFileSync(manifest, 'utf8')) as {
  readonly commands: Readonly<Record<string, ManifestCommand>>
}

/** Returns the problem with a shell line that begins with `app`: an unknown command or flag, or a wrong number of arguments. Null if it can be pasted. */
export function wrongWith(line: string): string | null {
  // Ignore what the shell does with the output.
  const words = wordsOf(line.split(/ (?:--|\||>|<|&&) /)[0] ?? '').slice(1)
  if (words[0]?.startsWith('-') === true) return null
  const length = [4, 3, 2, 1].find((count) => Object.hasOwn(commands, words.slice(0, count).join(':')))
  const command = commands[words.slice(0, length).join(':')]
  if (length === undefined || command === undefined) return isTopic(words) ? null : 'no such command'
  const { unknown, given } = readWords(command, words.slice(length))
  if (unknown !== undefined) return `no flag ${unknown}`
  const args = Object.values(command.args)
  if (words.includes('--help') || command.strict === false) return null
  if (given > args.length) return `at most ${args.length} arguments`
  return given < args.filter(({ required }) => required).length ? 'an argument is missing' : null
}

function readWords({ flags }: ManifestCommand, words: readonly string[]) {
  let given = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (!/^--?[a-zA-Z]/.test(word)) given++
    else if (word !== '--help') {
      const [name = '', value] = word.replace(/^--?/, '').split('=')
      const flag = flagOf(flags, name)
      if (flag === undefined) return { unknown: word, given }
      if (flag.type === 'option' && value === undefined) at++
    }
  }
  return { unknown: undefined, given }
}

function flagOf(flags: ManifestCommand['flags'], name: string): ManifestFlag | undefined {
  if (name.length === 1) return Object.values(flags).find(({ char }) => char === name)
  const negated = flags[name.replace(/^no-/, '')]
  return flags[name] ?? (negated?.allowNo === true ? negated : undefined)
}

function isTopic(words: readonly string[]): boolean {
  return Object.keys(commands).some((id) => id.startsWith(`${words.join(':')}:`))
}

/** Splits words like a shell, as far as hints use it: quoted text and `<placeholders>` count as one word. */
function wordsOf(line: string): string[] {
  return line.match(/(?:"[^"]*"|'[^']*'|<[^>]*>|[^\s"'<])+/g) ?? []
}
