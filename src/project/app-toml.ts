import { basename, dirname } from 'node:path'

import { parse, TomlError } from 'smol-toml'

import { AppError } from '../errors.ts'
import { redactSecrets } from '../protocol/redact.ts'
import { PROJECT_ADVICE, writeFileAtomic, writeOutput } from '../storage/files.ts'
import { defined } from '../text/defined.ts'
import { readConfig, type AppConfig } from './app-config.ts'
import { keyText, type KeyPath, type Problem } from './check-shape.ts'
import type { StatePaths } from './paths.ts'
import { findProjectFile, projectNotFound } from './project-file.ts'
import { mergeRegistration, sharedKey } from './toml/merge-registration.ts'
import { openBracketAt } from './toml/open-bracket.ts'
import { registrationName } from './toml/project-file-name.ts'
import { readText } from './toml/read-text.ts'
import { folderRegistrations, registrationFile, registrationPath } from './toml/registration-files.ts'
import { setTomlValue, type TomlValue } from './toml/set-toml-value.ts'
import { sharedClientProblem } from './toml/shared-client.ts'
import { tomlPositions } from './toml/toml-positions.ts'

export interface Project {
  /** Folder of app.toml. */
  readonly dir: string
  /** app.toml or the selected app.<name>.toml. Changed settings are written there. */
  readonly file: string
  readonly config: AppConfig
}

export interface ProjectLookup {
  readonly cwd: string
  /** Selects an app.<name>.toml. Without it, app.toml is used. */
  readonly paths?: Pick<StatePaths, 'registration'>
}

/** Loads the project of `cwd`: the nearest app.toml in the folder or its parents. Raises `project.*`. */
export function loadProject(place: ProjectLookup): Project {
  const project = projectIfAny(place)
  if (project === null) throw projectNotFound(place.cwd)
  return project
}

/** Loads the project like `loadProject`, but returns null without one. Raises `project.*` for an invalid project. */
export function projectIfAny({ cwd, paths }: ProjectLookup): Project | null {
  const base = findProjectFile(cwd)
  if (base === null) return null
  const dir = dirname(base)
  const file = registrationFile(dir, paths?.registration ?? null)
  return { dir, file, config: parseAppToml(readText(file), file) }
}

/** Reads the project's files again. Raises `project.*`. */
export function reloadProject({ dir, file }: Project): Project {
  return loadProject({ cwd: dir, paths: { registration: registrationName(file) } })
}

/**
 * Parses an app.toml, or an app.<name>.toml merged with the app.toml next to it. Raises `project.contains-secret` if a
 * value looks like a secret (without showing it), `project.malformed` if it is not TOML, and `project.invalid` for
 * wrong keys and values. Errors include file and line, and report all problems together.
 */
export function parseAppToml(text: string, file: string): AppConfig {
  return parseEdited({ text, file, edits: [] })
}

/** Errors have no line for edits, because the edits are not written yet. */
type EditedText = { readonly text: string; readonly file: string; readonly edits: readonly AppTomlEdit[] }

function parseEdited(edited: EditedText): AppConfig {
  const own = parseValue(edited)
  const isBase = registrationName(edited.file) === null
  // app.toml must stay valid next to a copy of it.
  const isChecked = !isBase || edited.edits.some(({ path }) => path[2] === 'client_id')
  const client = isChecked ? sharedClientProblem(edited.file, own) : []
  if (client.length > 0) throw invalid(client, () => edited)
  if (isBase) return configOf(own, () => edited)
  const dir = dirname(edited.file)
  const file = registrationPath(dir, null)
  const base = { text: readText(file), file, edits: [] }
  const { value, isOwn } = mergeRegistration(parseValue(base), own)
  const others = folderRegistrations(dir).filter((one) => one.file !== basename(edited.file))
  const shared = sharedKey(own, others)
  if (shared.length > 0) throw invalid(shared, () => edited)
  return configOf(value, (path) => (isOwn(path) ? edited : base))
}

/** Finds the file that contains the value at a path. */
type SourceOf = (path: KeyPath) => EditedText

function configOf(value: unknown, sourceOf: SourceOf): AppConfig {
  const read = readConfig(value)
  if (!read.ok) throw invalid(read.problems, sourceOf)
  return read.config
}

function parseValue(edited: EditedText): unknown {
  rejectSecrets(edited)
  return parseToml(edited.text, edited.file)
}

export interface AppTomlEdit {
  readonly path: KeyPath
  readonly value: TomlValue
}

export interface AppTomlChange {
  readonly before: string
  readonly after: string
  /** Raises the same errors as `write` for an invalid app.toml, without writing. */
  readonly check: () => AppConfig
  /** Writes `after` atomically, if it is a valid app.toml. Returns the new configuration. */
  readonly write: () => AppConfig
}

/** Part of a new app's app.toml until `app register --target live` writes the table. */
export const LIVE_EXAMPLE = `# [targets.live]
# base_url = "https://…"  # API URL
# admin_url = "https://…" # store admin URL
# client_id = "cli_…"
`

/** Returns the text of an app.toml after the edits, with comments and order unchanged. Writes nothing yet. */
export function changeAppToml(file: string, edits: readonly AppTomlEdit[]): AppTomlChange {
  const before = readText(file)
  const isLive = edits.some(({ path }) => path[0] === 'targets' && path[1] === 'live')
  const start = isLive ? before.replace(`\n${LIVE_EXAMPLE}`, '') : before
  const after = edits.reduce((text, { path, value }) => setTomlValue(text, path, value), start)
  const check = () => parseEdited({ text: after, file, edits })
  const write = () => {
    const config = check()
    // This is the developer's own file, readable by their team, so it is not private like svcapp's state.
    const place = { path: file, cwd: dirname(file), advice: PROJECT_ADVICE }
    writeOutput(place, () => writeFileAtomic({ path: file, content: after, mode: 0o644 }))
    return config
  }
  return { before, after, check, write }
}

function parseToml(text: string, file: string): unknown {
  try {
    return parse(text, { maxDepth: 32 })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The other lines of the message quote the file, which may contain a secret.
    const [summary = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    const { line, column } = findPlace(error, { text, summary })
    const where = `${file}:${line}:${column}`
    const key = summary.includes('already defined') ? keyInLine(text, line) : undefined
    const problem = key === undefined ? problemIn(text, { summary, line, column }) : `${key} is defined twice`
    const open = openBracketAt(text, line)
    const begun = open === null ? '' : ` (the ${open.what} on line ${open.line} is not closed)`
    throw new AppError('project.malformed', `${where}: invalid TOML: ${problem}${begun}.`, {
      details: { file, line, column, ...defined({ key }) },
      suggestions: ['See https://toml.io for the syntax.'],
    })
  }
}

interface Mistake {
  readonly summary: string
  readonly line: number
  readonly column: number
}

/** The parser reports a string without its closing quote as a control character at the end of the line. */
function problemIn(text: string, { summary, line, column }: Mistake): string {
  const isAtEnd = column > (text.split(/\r?\n/)[line - 1] ?? '').length
  return summary.startsWith('control characters') && isAtEnd ? 'the string has no closing quote' : summary
}

/** Returns the position of the mistake. The parser reports a missing comma or bracket at the next token, but it belongs after the previous one. */
function findPlace(
  { line, column }: TomlError,
  { text, summary }: { readonly text: string; readonly summary: string },
): { readonly line: number; readonly column: number } {
  if (!summary.startsWith('expected comma')) return { line, column }
  const lines = text.split('\n').slice(0, line)
  if (
    lines
      .pop()
      ?.slice(0, column - 1)
      .trim() !== ''
  )
    return { line, column }
  const last = lines.findLastIndex((one) => !/^\s*(?:#.*)?$/.test(one))
  const before = lines[last]?.replace(/\s+#[^"']*$/, '').trimEnd()
  return before === undefined ? { line, column } : { line: last + 1, column: before.length + 1 }
}

/** Returns the bare key or table at the start of a line. */
function keyInLine(text: string, line: number): string | undefined {
  return /^\s*\[{0,2}\s*([\w.-]{1,100})\s*[\]=]/.exec(text.split('\n')[line - 1] ?? '')?.[1]
}

/** Each pattern of `redactSecrets` contains one of these words. */
const secretWords = ['bearer', 'authorization', 'svcapp_', 'cs_'] as const

/** Returns whether the lines need a check. Creating the patterns of `redactSecrets` costs a start one millisecond, and hardly any file needs them. */
function mayHoldSecret(text: string): boolean {
  const small = text.toLowerCase()
  return secretWords.some((word) => small.includes(word)) || /[0-9a-f]{64}/.test(small)
}

function rejectSecrets({ text, file, edits }: EditedText): void {
  if (!mayHoldSecret(text)) return
  const given = edits.find(({ value }) => redactSecrets(String(value)) !== String(value))
  if (given !== undefined)
    throw new AppError(
      'project.contains-secret',
      `The value for ${keyText(given.path)} looks like a secret. Nothing was written.`,
    )
  const at = text.split('\n').findIndex((line) => redactSecrets(line) !== line)
  if (at === -1) return
  throw new AppError(
    'project.contains-secret',
    `${file}:${at + 1}: this line contains a value that looks like a secret.`,
    {
      details: { file, line: at + 1 },
      suggestions: [
        'Remove the value. `app register` stores secrets in the keychain, and `app dev` passes them to the app.',
        'If the file was ever committed or shared, rotate the secret in the developer console.',
      ],
    },
  )
}

function invalid(problems: readonly Problem[], sourceOf: SourceOf): AppError {
  const rows = problems.map((problem) => placed(problem, sourceOf(problem.path))).toSorted((a, b) => a.at - b.at)
  const lines = rows.map(({ where, key, message, allowed, listedBy }) => {
    const subject = key === '' ? 'The file' : key
    const isShort = allowed !== undefined && listedBy === undefined
    return `${where}${subject} ${message}${isShort ? ` Allowed: ${allowed}.` : ''}`
  })
  const details = {
    file: sourceOf(['key']).file,
    problems: rows.map(({ file, line, key, message, allowed }) => ({ file, line, key, message, allowed })),
  }
  const lists = new Set(problems.flatMap(({ listedBy }) => (listedBy === undefined ? [] : [listedBy])))
  const suggestions = [...lists].map((command) => `List the allowed values: \`${command}\``)
  return new AppError('project.invalid', lines.join('\n'), { suggestions, details })
}

function placed({ path, ...problem }: Problem, { text, file, edits }: EditedText) {
  const key = keyText(path)
  const at = tomlPositions(text).lineOf(path)
  const isGiven = edits.some((edit) => keyText(edit.path) === key)
  return { ...problem, key, file, at, line: isGiven ? null : at, where: isGiven ? '' : `${file}:${at}: ` }
}
