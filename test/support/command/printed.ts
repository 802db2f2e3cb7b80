import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

import { describeCommands } from '../../../src/tasks/commands/describe-commands.ts'
import type { DescribedCommand } from '../../../src/views/commands/described-command.ts'

const packageRoot = join(import.meta.dirname, '../../..')

interface ManifestCommand {
  readonly summary?: string
  readonly examples?: readonly string[]
}

/** Static members of a command class that identify it in the manifest. */
interface CommandHelp {
  readonly summary?: string
  readonly examples?: readonly unknown[]
}

export interface PrintedRun {
  readonly argv: readonly string[]
  readonly stdout: string
  /** Code of the thrown error, or undefined for a successful run. */
  readonly code: string | undefined
}

/** Returns what a run did against `app commands --json`: a document of another shape, or an error code that is not listed. */
export function brokenPromises(Class: CommandHelp | object, { argv, stdout, code }: PrintedRun): readonly string[] {
  const { commands, ids, validatorOf } = promises()
  const id = ids.get(keyOf(Class))
  const described = id === undefined ? undefined : commands.get(id)
  if (described === undefined) return []
  const codes = code === undefined || described.errors.includes(code) ? [] : [`it ended with ${code}`]
  const end = argv.indexOf('--')
  const isJson = (end === -1 ? argv : argv.slice(0, end)).includes('--json')
  if (!isJson || stdout === '') return codes
  // Platform responses are printed unchanged, and tests may return any.
  if (/^(?:call|context)\b/.test(described.command) && !isJsonText(stdout)) return codes
  const lines = described.line !== null && described.document === null ? stdout.trimEnd().split('\n') : [stdout]
  return [...codes, ...lines.flatMap((text) => problemsOf(text, validatorOf(described)))]
}

/** Returns the same for the output of a separate process, for its complete lines. `argv` excludes the program. */
export function brokenByProgram(argv: readonly string[], stdout: string): readonly string[] {
  const end = argv.indexOf('--')
  const words = end === -1 ? argv : argv.slice(0, end)
  const described = describedBy(words)
  if (described === undefined || !isForPrograms(described, words)) return []
  const { validatorOf } = promises()
  if (described.line === null) {
    // A line of a list is a row of its document.
    const isDocument = !words.includes('--ndjson') && isJsonText(stdout)
    return isDocument ? problemsOf(stdout, validatorOf(described)) : []
  }
  const lines = stdout.split('\n').slice(0, -1)
  return lines.flatMap((text) => problemsOf(text, validatorOf(described)))
}

/** Some commands always print JSON. */
function isForPrograms({ command }: DescribedCommand, words: readonly string[]): boolean {
  return command === 'mcp' || ['--json', '--ndjson', '--background'].some((flag) => words.includes(flag))
}

/** Finds the command that matches most of the first words. */
function describedBy(words: readonly string[]): DescribedCommand | undefined {
  const { commands } = promises()
  const first = words.findIndex((word) => word.startsWith('-'))
  const named = first === -1 ? words : words.slice(0, first)
  for (let length = named.length; length > 0; length -= 1) {
    const found = commands.get(named.slice(0, length).join(' '))
    if (found !== undefined) return found
  }
  return undefined
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function problemsOf(text: string, validate: ValidateFunction): readonly string[] {
  try {
    if (validate(JSON.parse(text))) return []
  } catch {
    return [`this is not one document: ${text.slice(0, 200)}`]
  }
  const told = (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  )
  return [`${text.slice(0, 300)} is not as its schema says: ${told.slice(0, 12).join('; ')}`]
}

let made: ReturnType<typeof makePromises> | undefined

function promises() {
  return (made ??= makePromises())
}

function makePromises() {
  const { commands, $defs, failure } = describeCommands(packageRoot, [])
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'oclif.manifest.json'), 'utf8')) as {
    readonly commands: Readonly<Record<string, ManifestCommand>>
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  const definitions = Object.entries($defs).map(([name, schema]) => [name, isOfApi(name) ? schema : closed(schema)])
  ajv.addSchema({ $id: 'app', $defs: Object.fromEntries(definitions) as object })
  const validators = new Map<string, ValidateFunction>()
  return {
    commands: new Map(commands.map((described) => [described.command, described])),
    ids: new Map(Object.entries(manifest.commands).map(([id, told]) => [keyOf(told), id.replaceAll(':', ' ')])),
    validatorOf({ command, document, line }: DescribedCommand): ValidateFunction {
      const known = validators.get(command)
      if (known !== undefined) return known
      const printed = [document, line].filter((schema) => schema !== null)
      // API clients ignore unknown members, and an error has additional members for its code.
      const own = command.startsWith('call ') ? printed : printed.map(closed)
      const validate = ajv.compile(inApp({ anyOf: [...own, failure] }))
      validators.set(command, validate)
      return validate
    },
  }
}

function keyOf({ summary, examples = [] }: CommandHelp): string {
  return JSON.stringify([summary, examples])
}

function isOfApi(name: string): boolean {
  return name.startsWith('Api')
}

/** Rejects unlisted members, because all output in a test must be documented. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const own = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  const isShape = 'properties' in own && typeof own['properties'] === 'object' && own['type'] !== undefined
  return isShape && own['additionalProperties'] === undefined ? { ...own, additionalProperties: false } : own
}

function inApp(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"app#/$defs/')) as object
}
