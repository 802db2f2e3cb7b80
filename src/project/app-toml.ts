import { basename, dirname } from 'node:path'

import { parse, TomlError } from 'smol-toml'

import { AppError } from '../errors.ts'
import { redactSecrets } from '../protocol/redact.ts'
import { writeFileAtomic } from '../storage/files.ts'
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
import { tomlPlaces } from './toml/toml-places.ts'

export interface Project {
  /** The folder of app.toml. */
  readonly dir: string
  /** app.toml, or the app.<name>.toml that is selected: what changes a setting writes there. */
  readonly file: string
  readonly config: AppConfig
}

export interface ProjectPlace {
  readonly cwd: string
  /** Selects an app.<name>.toml; app.toml when left out. */
  readonly paths?: Pick<StatePaths, 'registration'>
}

/** The project that `cwd` belongs to: the nearest app.toml at or above it. Raises `project.*`. */
export function loadProject(place: ProjectPlace): Project {
  const project = projectIfAny(place)
  if (project === null) throw projectNotFound(place.cwd)
  return project
}

/** The same, and null where there is none. Raises `project.*` for a broken one. */
export function projectIfAny({ cwd, paths }: ProjectPlace): Project | null {
  const base = findProjectFile(cwd)
  if (base === null) return null
  const dir = dirname(base)
  const file = registrationFile(dir, paths?.registration ?? null)
  return { dir, file, config: parseAppToml(readText(file), file) }
}

/** The project as its files are now. Raises `project.*`. */
export function reloadProject({ dir, file }: Project): Project {
  return loadProject({ cwd: dir, paths: { registration: registrationName(file) } })
}

/**
 * The text of an app.toml as configuration; that of an app.<name>.toml with what app.toml next to it says. Raises `project.contains-secret` when
 * something in it looks like a secret (without showing it), `project.malformed` when it is not TOML, and `project.invalid` for wrong keys
 * and values; each names file and line, and all problems are named at once.
 */
export function parseAppToml(text: string, file: string): AppConfig {
  return parseEdited({ text, file, edits: [] })
}

/** An error names no line of the edits, because they are not written yet. */
type EditedText = { readonly text: string; readonly file: string; readonly edits: readonly AppTomlEdit[] }

function parseEdited(edited: EditedText): AppConfig {
  const own = valueOf(edited)
  const isBase = registrationName(edited.file) === null
  // app.toml stays usable beside a copy of it.
  const isChecked = !isBase || edited.edits.some(({ path }) => path[2] === 'client_id')
  const client = isChecked ? sharedClientProblem(edited.file, own) : []
  if (client.length > 0) throw invalid(client, () => edited)
  if (isBase) return configOf(own, () => edited)
  const dir = dirname(edited.file)
  const file = registrationPath(dir, null)
  const base = { text: readText(file), file, edits: [] }
  const { value, isOwn } = mergeRegistration(valueOf(base), own)
  const others = folderRegistrations(dir).filter((one) => one.file !== basename(edited.file))
  const shared = sharedKey(own, others)
  if (shared.length > 0) throw invalid(shared, () => edited)
  return configOf(value, (path) => (isOwn(path) ? edited : base))
}

/** Where the value at a path is written. */
type SourceOf = (path: KeyPath) => EditedText

function configOf(value: unknown, sourceOf: SourceOf): AppConfig {
  const read = readConfig(value)
  if (!read.ok) throw invalid(read.problems, sourceOf)
  return read.config
}

function valueOf(edited: EditedText): unknown {
  refuseSecrets(edited)
  return parseToml(edited.text, edited.file)
}

export interface AppTomlEdit {
  readonly path: KeyPath
  readonly value: TomlValue
}

export interface AppTomlChange {
  readonly before: string
  readonly after: string
  /** Raises what `write` raises for a bad app.toml, and writes nothing. */
  readonly check: () => AppConfig
  /** Writes `after`, whole or not at all, and only when it is a good app.toml. Returns the new configuration. */
  readonly write: () => AppConfig
}

/** In the app.toml of a new app, until `app register --target live` writes the table. */
export const LIVE_EXAMPLE = `# [targets.live]
# base_url = "https://…"  # API address
# admin_url = "https://…" # store admin address
# client_id = "cli_…"
`

/** What values make of the text of an app.toml; comments and the order of everything else stay. Nothing is written yet. */
export function changeAppToml(file: string, edits: readonly AppTomlEdit[]): AppTomlChange {
  const before = readText(file)
  const isLive = edits.some(({ path }) => path[0] === 'targets' && path[1] === 'live')
  const start = isLive ? before.replace(`\n${LIVE_EXAMPLE}`, '') : before
  const after = edits.reduce((text, { path, value }) => setTomlValue(text, path, value), start)
  const check = () => parseEdited({ text: after, file, edits })
  const write = () => {
    const config = check()
    // It is the developer's own file, for their team to read, and not one of ours.
    writeFileAtomic({ path: file, content: after, mode: 0o644 })
    return config
  }
  return { before, after, check, write }
}

function parseToml(text: string, file: string): unknown {
  try {
    return parse(text, { maxDepth: 32 })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // Further lines of the message quote the file, which may hold anything.
    const [summary = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    const { line, column } = placeOf(error, { text, summary })
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

/** A string without its second quote runs into the end of its line, which the reader takes for a control character. */
function problemIn(text: string, { summary, line, column }: Mistake): string {
  const isAtEnd = column > (text.split(/\r?\n/)[line - 1] ?? '').length
  return summary.startsWith('control characters') && isAtEnd ? 'the string has no closing quote' : summary
}

/** Where the mistake is: a comma or bracket that is missing is noticed at what follows, lines below, and belongs behind what stands before it. */
function placeOf(
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

/** The bare key or table that a line begins with. */
function keyInLine(text: string, line: number): string | undefined {
  return /^\s*\[{0,2}\s*([\w.-]{1,100})\s*[\]=]/.exec(text.split('\n')[line - 1] ?? '')?.[1]
}

/** Each shape that `redactSecrets` knows has one of these in it. */
const secretWords = ['bearer', 'authorization', 'svcapp_', 'cs_'] as const

/** Whether a look at each line is worth its while: making the patterns of `redactSecrets` takes a start a millisecond, and hardly any file needs them. */
function mayHoldSecret(text: string): boolean {
  const small = text.toLowerCase()
  return secretWords.some((word) => small.includes(word)) || /[0-9a-f]{64}/.test(small)
}

function refuseSecrets({ text, file, edits }: EditedText): void {
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
        'Remove the value. `app register` stores secrets in the keychain, and `app env` passes them to the app.',
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
  const suggestions = [...lists].map((command) => `For the allowed values: \`${command}\``)
  return new AppError('project.invalid', lines.join('\n'), { suggestions, details })
}

function placed({ path, ...problem }: Problem, { text, file, edits }: EditedText) {
  const key = keyText(path)
  const at = tomlPlaces(text).lineOf(path)
  const isGiven = edits.some((edit) => keyText(edit.path) === key)
  return { ...problem, key, file, at, line: isGiven ? null : at, where: isGiven ? '' : `${file}:${at}: ` }
}
