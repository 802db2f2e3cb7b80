import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../../errors.ts'
import { errorCodes, type ErrorCode } from '../../errors/codes.ts'
import { nearest } from '../../text/nearest.ts'
import type {
  BriefCommands,
  DescribedCommand,
  DescribedCommands,
  JsonSchema,
  WrittenPart,
} from '../../views/commands/described-command.ts'
import { callSchemas, type CallSchemas, type OpenApiParts } from './call-schemas.ts'
import type { CommandSchemas } from './command-schemas.ts'

/** A command in oclif.manifest.json. */
interface ManifestCommand {
  readonly summary?: string
  readonly description?: string
  readonly examples?: readonly string[]
  readonly writes?: readonly WrittenPart[]
  readonly args: Readonly<Record<string, ManifestArgument>>
  readonly flags: Readonly<Record<string, ManifestFlag>>
}

interface ManifestArgument {
  readonly description?: string
  readonly required?: boolean
  readonly options?: readonly string[]
}

interface ManifestFlag extends ManifestArgument {
  readonly type: 'boolean' | 'option'
  readonly char?: string
  readonly summary?: string
  readonly multiple?: boolean
  readonly allowNo?: boolean
  readonly hidden?: boolean
  readonly default?: string | number | boolean | readonly string[]
}

interface PackageFiles {
  readonly manifest: { readonly version: string; readonly commands: Readonly<Record<string, ManifestCommand>> }
  readonly schemas: CommandSchemas
  readonly api: OpenApiParts
}

/**
 * Describes the commands at or below `words`, or all commands without any, from files of the package: the manifest, the
 * generated schemas, and the API's schemas for calls. Raises `usage.invalid` if no command matches.
 */
export function describeCommands(packageRoot: string, words: readonly string[]): DescribedCommands {
  const { manifest, schemas, api } = readPackage(packageRoot)
  const all = Object.keys(manifest.commands)
  const wanted = words.join(':')
  const ids = all.filter((id) => wanted === '' || id === wanted || id.startsWith(`${wanted}:`))
  if (ids.length === 0) throw unknown(words, all)
  const calls = callSchemas(api)
  const commands = ids.map((id) => described(id, manifest.commands[id] ?? { args: {}, flags: {} }, { schemas, calls }))
  const codes = new Set(commands.flatMap(({ errors }) => errors))
  const $defs = { ...schemas.$defs, ...calls.$defs }
  return {
    version: manifest.version,
    commands,
    failure: schemas.failure,
    errors: [...codes].toSorted().map((code) => ({ code, ...errorCodes[code as ErrorCode] })),
    $defs: selectUsed($defs, JSON.stringify(commands)),
  }
}

/** Returns the description without texts, errors and schemas. */
export function briefCommands({ version, commands }: DescribedCommands): BriefCommands {
  return {
    version,
    commands: commands.map(({ command, summary, arguments: args, flags, writes }) => ({
      command,
      summary,
      arguments: names(args),
      flags: names(flags),
      writes,
    })),
  }
}

function names(named: readonly { readonly name: string }[]): readonly string[] {
  return named.map(({ name }) => name)
}

function readPackage(packageRoot: string): PackageFiles {
  const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(packageRoot, ...path), 'utf8'))
  // The package's own files, created by `npm run generate` and tested against their sources.
  return {
    manifest: read('oclif.manifest.json') as PackageFiles['manifest'],
    schemas: read('schema', 'commands.json') as CommandSchemas,
    api: read('openapi.json') as OpenApiParts,
  }
}

function unknown(words: readonly string[], ids: readonly string[]): AppError {
  const parts = ids.map((id) => id.split(':'))
  const known = parts.flatMap((part) => part.map((_, at) => part.slice(0, at + 1).join(' ')))
  const guess = nearest(words.join(' '), known)
  return new AppError('usage.invalid', `No command starts with ${JSON.stringify(words.join(' '))}.`, {
    suggestions: [...(guess === null ? [] : [`app commands ${guess}`]), 'app commands'],
  })
}

interface KnownSchemas {
  readonly schemas: CommandSchemas
  readonly calls: CallSchemas
}

function described(id: string, command: ManifestCommand, { schemas, calls }: KnownSchemas): DescribedCommand {
  const { errors = [], ...printed } = schemas.commands[id] ?? {}
  const codes = [...schemas.errors, ...errors].map((at) => schemas.codes[at] ?? '').toSorted()
  const exits = codes.map((code) => errorCodes[code as ErrorCode].exit)
  const words = id.replaceAll(':', ' ')
  const { summary = '', description = '', examples = [], writes = [], args, flags } = command
  return {
    command: words,
    summary,
    description,
    arguments: Object.entries(args).map(([name, arg]) => ({
      name,
      required: arg.required === true,
      description: arg.description ?? '',
      ...(arg.options !== undefined && { options: arg.options }),
    })),
    flags: Object.entries(flags).flatMap(([name, flag]) => (flag.hidden === true ? [] : [describeFlag(name, flag)])),
    examples: examples.map((text) => pasted(text, words)),
    writes,
    exits: [...new Set([0, ...exits])].toSorted((a, b) => a - b),
    errors: codes,
    ...collectSchemas(id, command, { printed, calls }),
  }
}

function describeFlag(name: string, flag: ManifestFlag) {
  const { type, char, options, default: value } = flag
  return {
    name,
    ...(char !== undefined && { char }),
    type: type === 'boolean' ? ('boolean' as const) : ('value' as const),
    required: flag.required === true,
    multiple: flag.multiple === true,
    negatable: flag.allowNo === true,
    description: flag.summary ?? flag.description ?? '',
    ...(options !== undefined && { options }),
    ...(value !== undefined && { default: value }),
  }
}

function pasted(example: string, words: string): string {
  return example.replaceAll('<%= config.bin %>', 'app').replaceAll('<%= command.id %>', words)
}

function collectSchemas(
  id: string,
  { flags }: ManifestCommand,
  { printed, calls }: { readonly printed: { document?: JsonSchema; line?: JsonSchema }; readonly calls: CallSchemas },
): Pick<DescribedCommand, 'document' | 'line'> {
  const { document, line } = printed
  if (document !== undefined || line !== undefined) return { document: document ?? null, line: line ?? null }
  if (!/^(?:call:|context$)/.test(id)) return { document: null, line: null }
  return { document: calls.documentOf(findEndpoint(id), new Set(Object.keys(flags))), line: null }
}

/** Returns the endpoint that a command calls, or null if the command line specifies it. */
function findEndpoint(id: string): string | null {
  if (id === 'context') return 'context.get'
  return id === 'call:raw' ? null : id.slice('call:'.length).replace(':', '.')
}

/** Returns the definitions that a text references, directly or indirectly. */
function selectUsed($defs: DescribedCommands['$defs'], text: string): DescribedCommands['$defs'] {
  const used = new Set(namesIn(text))
  for (const name of used) for (const next of namesIn(JSON.stringify($defs[name] ?? {}))) used.add(next)
  return Object.fromEntries([...used].toSorted().map((name) => [name, $defs[name] ?? {}]))
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, name = '']) => name)
}
