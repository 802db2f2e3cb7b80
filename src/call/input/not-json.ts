import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

import { AppError } from '../../errors.ts'
import { escapeCell } from '../../text/escape.ts'
import { jsonFaultText } from '../../text/json-fault.ts'
import { parseJson } from '../../text/json.ts'
import { isCsv } from './csv-rows.ts'

export const DATA_ADVICE = `Use JSON such as '{"name":"value"}', a file as @file.json, or - for stdin.`

export interface GivenText {
  readonly text: string
  /** `--data` as typed. */
  readonly data: unknown
  readonly cwd: string
}

/** Describes why and where a text of `--data` is not JSON, and suggests a fix. Only the character at the fault is quoted. */
export function notJson(what: string, { text, data, cwd }: GivenText): AppError {
  const file = forgottenAt(data, cwd)
  const meant = file === null ? [] : [`To read the file, use --data @${escapeCell(file)}.`]
  const csv = isCsv(text, data) ? ['Only calls that write rows accept CSV, for example: app call products bulk'] : []
  const lines = looksLikeLines(text)
    ? ['JSON lines are not accepted. Convert them to one array, for example: jq -s .']
    : []
  const hints = [...meant, ...csv, ...lines]
  return new AppError('usage.invalid', `${what} is not JSON: ${jsonFaultText(text)}.`, {
    suggestions: hints.length > 0 ? hints : [DATA_ADVICE],
  })
}

/** Returns the name of a file that was typed without its `@`; null if there is none. */
function forgottenAt(data: unknown, cwd: string): string | null {
  if (typeof data !== 'string' || data.startsWith('@') || data === '-') return null
  const path = resolve(cwd, data)
  return existsSync(path) && statSync(path).isFile() ? data : null
}

/** Detects the format of `--ndjson`: two lines, each a whole object. */
function looksLikeLines(text: string): boolean {
  const lines = text.split(/\r?\n/, 2)
  return lines.length === 2 && lines.every((line) => line.startsWith('{') && parseJson(line).ok)
}
