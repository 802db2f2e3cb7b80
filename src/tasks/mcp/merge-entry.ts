import { isDeepStrictEqual } from 'node:util'

import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
import { parse as parseToml, stringify } from 'smol-toml'

import { AppError } from '../../errors.ts'
import { isObject } from '../../text/json.ts'
import { memberAt } from '../../text/paths.ts'
import type { McpClient, McpClientName } from './clients.ts'

export interface Entry {
  readonly command: string
  readonly args: readonly string[]
  /** Environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

export interface EntryTarget {
  readonly name: McpClientName
  readonly client: McpClient
  /** Path for error messages. */
  readonly path: string
  /** Name of the entry. */
  readonly server: string
}

/**
 * Returns the text of a client's file with the entry. Everything else, including comments, stays unchanged. Raises `usage.invalid` for a file that cannot
 * contain it.
 */
export function mergeEntry(target: EntryTarget, text: string, entry: Entry): string {
  const value = { ...target.client.more, ...entry }
  return target.client.format === 'json' ? inJson(target, text, value) : inToml(target, text, value)
}

function inJson(target: EntryTarget, text: string, value: object): string {
  const { client, server } = target
  const { servers } = client
  const problems: ParseError[] = []
  const known: unknown = text.trim() === '' ? {} : parse(text, problems, { allowTrailingComma: true })
  if (problems.length > 0 || typeof known !== 'object' || known === null || Array.isArray(known)) {
    throw notWritten(target, 'is not a JSON object')
  }
  const own = memberAt(known, servers)
  if (own !== undefined && !isObject(own)) throw notWritten(target, `has no JSON object at ${servers.join('.')}`)
  if (isDeepStrictEqual(memberAt(known, [...servers, server]), value)) return text
  const before = text.trim() === '' ? '{}' : text
  const formattingOptions = { insertSpaces: !/^\t/m.test(before), tabSize: indentOf(before), eol: '\n' }
  const edited = applyEdits(before, modify(before, [...servers, server], value, { formattingOptions }))
  return edited.endsWith('\n') ? edited : `${edited}\n`
}

/** Replaces the existing entry, or adds one at the end, where it splits no other table. */
function inToml(target: EntryTarget, text: string, value: object): string {
  const { client, server } = target
  const [table = ''] = client.servers
  const known = readToml(text)
  if (known === null) throw notWritten(target, 'is not TOML')
  const head = `[${table}.${server}]`
  const section = `${head}\n${stringify(value)}\n`
  if (isDeepStrictEqual(memberAt(known, [table, server]), value)) return text
  const merged = withSection(text, head, section)
  const entry = memberAt(readToml(merged), [table, server])
  // For example, an inline table cannot be extended from outside.
  if (!isObject(entry) || !Object.entries(value).every(([key, part]) => isDeepStrictEqual(entry[key], part))) {
    throw notWritten(target, `cannot be extended with ${head}`)
  }
  return merged
}

function withSection(text: string, head: string, section: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.trim() === head)
  if (at === -1) return [text.trimEnd(), section].filter((part) => part !== '').join('\n\n')
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trimStart().startsWith('['))
  const after = end === -1 ? [] : ['', ...rest.slice(end)]
  return [...lines.slice(0, at), ...section.trimEnd().split('\n'), ...after].join('\n').trimEnd() + '\n'
}

/** Returns a copy, because parsed tables have no prototype, or null for invalid TOML. */
function readToml(text: string): Record<string, unknown> | null {
  try {
    return structuredClone(parseToml(text))
  } catch {
    return null
  }
}

/** Creates the error for a file that stays unchanged. */
export function notWritten({ path, name }: Pick<EntryTarget, 'path' | 'name'>, fault: string): AppError {
  return new AppError('usage.invalid', `${path} ${fault}, so nothing was written.`, {
    suggestions: [`Fix the file, or add the entry yourself: \`app mcp install ${name} --print\` prints it.`],
  })
}

function indentOf(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2
}
