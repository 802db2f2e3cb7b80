import { isDeepStrictEqual } from 'node:util'

import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser'
import { parse as parseToml, stringify } from 'smol-toml'

import { AppError } from '../../errors.ts'
import { memberAt } from '../../text/paths.ts'
import type { McpClient } from './clients.ts'

export interface Entry {
  readonly command: string
  readonly args: readonly string[]
  /** Variables of its environment. */
  readonly env?: Readonly<Record<string, string>>
}

export interface EntryTarget {
  readonly client: McpClient
  /** Of the file, for errors. */
  readonly path: string
  /** Name of our entry. */
  readonly server: string
}

/** The text of a client's file with our entry in it: all else, comments too, stays as it is. Raises `usage.invalid` for a file that cannot be read. */
export function mergeEntry(target: EntryTarget, text: string, entry: Entry): string {
  const value = { ...target.client.more, ...entry }
  return target.client.format === 'json' ? inJson(target, text, value) : inToml(target, text, value)
}

function inJson({ client: { servers }, path: file, server }: EntryTarget, text: string, value: object): string {
  const problems: ParseError[] = []
  const known: unknown = text.trim() === '' ? {} : parse(text, problems, { allowTrailingComma: true })
  if (problems.length > 0 || typeof known !== 'object' || known === null || Array.isArray(known)) {
    throw unreadable(file, 'a JSON object')
  }
  if (isDeepStrictEqual(memberAt(known, [...servers, server]), value)) return text
  const before = text.trim() === '' ? '{}' : text
  const formattingOptions = { insertSpaces: !/^\t/m.test(before), tabSize: indentOf(before), eol: eolOf(before) }
  const edited = applyEdits(before, modify(before, [...servers, server], value, { formattingOptions }))
  return edited.endsWith('\n') ? edited : `${edited}\n`
}

/** An entry of ours that is there is replaced; else it is put at the end, where no other table is cut in two. */
function inToml({ client, path: file, server }: EntryTarget, text: string, value: object): string {
  const [table = ''] = client.servers
  const known = readToml(text, file)
  const head = `[${table}.${server}]`
  const section = `${head}\n${stringify(value)}\n`
  const own = known[table]
  if (isDeepStrictEqual(structuredClone(memberAt(known, [table, server])), value)) return text
  if (typeof own !== 'object' || own === null || !Object.hasOwn(own, server)) {
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
    return before === '' ? section : `${before}\n${section}`
  }
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.trim() === head)
  if (at === -1) throw unreadable(file, `a file whose entry stands under ${head}`)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trimStart().startsWith('['))
  const after = end === -1 ? [] : ['', ...rest.slice(end)]
  return [...lines.slice(0, at), ...section.trimEnd().split('\n'), ...after].join('\n').trimEnd() + '\n'
}

function readToml(text: string, file: string): Record<string, unknown> {
  try {
    return parseToml(text)
  } catch {
    throw unreadable(file, 'TOML')
  }
}

function unreadable(file: string, what: string): AppError {
  return new AppError('usage.invalid', `${file} is not ${what}, so nothing was written.`, {
    suggestions: ['Correct it, or put the entry in by hand: `app mcp install <client> --print` shows it.'],
  })
}

function indentOf(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
