import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { runProgram } from '../../../src/kit/program/program.ts'
import { isObject } from '../../../src/text/json.ts'
import { repository, type Block } from './read-pages.ts'

interface Flag {
  readonly type: 'boolean' | 'option'
  readonly char?: string
  readonly options?: readonly string[]
}

interface Command {
  readonly args: Readonly<Record<string, object>>
  readonly flags: Readonly<Record<string, Flag>>
  readonly strict?: boolean
}

const { commands } = JSON.parse(readFileSync(join(repository, 'oclif.manifest.json'), 'utf8')) as {
  readonly commands: Readonly<Record<string, Command>>
}

/** Programs of which nothing more is known here than that they exist. */
const others = new Set(['cd', 'docker', 'git', 'wrangler'])

/** The commands of a block, as lists of words. Of a console only lines that begin with `$` are commands. */
function commandsOf({ language, code }: Block): readonly (readonly string[])[] {
  const lines = code.replaceAll('\\\n', ' ').split('\n')
  const typed = language === 'console' ? lines.flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : [])) : lines
  return typed
    .map((line) => line.replace(/(^|\s)#.*/, ''))
    .flatMap((line) => line.split(/ && | \| | > \S+/))
    .map((text) => text.match(/"[^"]*"|\S+/g) ?? [])
    .map((words) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word))))
    .filter((words) => words.length > 0)
}

/** What is wrong with the commands of a block. `dir` is the folder of the app in which they run. */
export async function commandErrors(block: Block, dir: string): Promise<readonly string[]> {
  const errors = await Promise.all(
    commandsOf(block).map(async (words) => {
      const error = await errorIn(words, dir)
      return error === null ? [] : [`${words.join(' ')}: ${error}`]
    }),
  )
  return errors.flat()
}

async function errorIn([program = '', ...words]: readonly string[], dir: string): Promise<string | null> {
  if (program === 'app') return errorOfApp(words)
  if (program === 'npm') return errorOfNpm(words, dir)
  if (program === 'npx') return errorOfNpx(words)
  if (program === 'node') return errorOfNode(words, dir)
  return others.has(program) ? null : 'an unknown program'
}

/** The longest words that are a command, and then flags that it has. */
function errorOfApp(words: readonly string[]): string | null {
  const length = [4, 3, 2, 1].find((count) => commands[words.slice(0, count).join(':')] !== undefined)
  const command = commands[words.slice(0, length).join(':')]
  if (length === undefined || command === undefined) return 'an unknown command'
  const rest = words.slice(length)
  try {
    return errorOfInput(command, rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest)
  } catch (error) {
    return (error as Error).message
  }
}

/** Throws for a flag that the command does not have, and for one without its value. */
function errorOfInput({ flags, args, strict }: Command, words: readonly string[]): string | null {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, char }]) => [
      name,
      { type: type === 'boolean' ? type : ('string' as const), ...(char !== undefined && { short: char }) },
    ]),
  )
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, allowNegative: true })
  for (const [name, value] of Object.entries(values)) {
    const allowed = flags[name]?.options
    if (allowed !== undefined && !allowed.includes(String(value))) return `--${name} does not accept ${String(value)}`
  }
  const most = Object.keys(args).length
  return strict !== false && positionals.length > most ? `more than ${most} arguments` : null
}

/** A script that a new app has, or a command of npm. */
function errorOfNpm([command = '', script = '']: readonly string[], dir: string): string | null {
  const { scripts }: { readonly scripts?: unknown } = JSON.parse(
    readFileSync(join(dir, 'package.json'), 'utf8'),
  ) as object
  const name = command === 'run' ? script : command
  if (['install', 'ci'].includes(name)) return null
  return isObject(scripts) && typeof scripts[name] === 'string' ? null : 'no script of a new app'
}

/** The kit's own program runs, in a folder without a database: it exits with 2 only for a usage that it does not know. */
async function errorOfNpx([program = '', ...words]: readonly string[]): Promise<string | null> {
  if (program !== 'svcapp-kit') return others.has(program) ? null : 'an unknown program'
  const exit = await runProgram(words, {
    env: { DATA_DIR: join(repository, 'no-such-folder') },
    print: () => {},
    printError: () => {},
    now: Date.now,
  })
  return exit === 2 ? 'an unknown usage' : null
}

function errorOfNode(words: readonly string[], dir: string): string | null {
  if (words.includes('-e')) return null
  const file = words.find((word) => !word.startsWith('-'))
  return file === undefined || existsSync(join(dir, file)) ? null : `no file ${file}`
}
