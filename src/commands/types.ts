import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

import * as Flags from '@oclif/core/flags'

import { endpoints } from '../catalog/catalog.ts'
import { topicNames } from '../catalog/topics.ts'
import { AppCommand } from '../command.ts'
import { AppError } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import { WRITTEN_MARK, writtenTypes } from '../sdk/written-types/written-types.ts'
import { makeFolders, refuseLink, unwritable, writeFileAtomic } from '../storage/files.ts'
import { escapeCell } from '../text/escape.ts'

interface WrittenTypes {
  readonly file: string
  /** False when the file was as it should be. */
  readonly written: boolean
  readonly topics: number
  readonly endpoints: number
}

const DEFAULT_OUT = 'src/platform-types.ts'

export default class Types extends AppCommand<WrittenTypes> {
  static override ignoresTarget = true

  static override summary = 'Write the types of events and API for any TypeScript project, with validators.'

  static override description =
    'One file that imports nothing: a union of the events over their topics, what each endpoint takes and answers, and validators by Standard Schema. It is made from the contract that this version knows. Commit it, and let CI run --check, which ends with 11 when the file is not what this version writes.'

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> types',
    '<%= config.bin %> types --out lib/platform.ts',
    '<%= config.bin %> types --exact-ids',
    '<%= config.bin %> types --check',
  ]

  static override flags = {
    'exact-ids': Flags.boolean({
      summary:
        'Ids as number or bigint, and a parser that keeps each of their digits. Default: number; validators refuse what is above 2^53.',
    }),
    check: Flags.boolean({ summary: 'Write nothing; end with 11 when the file is not what it should be.' }),
    out: Flags.string({
      default: DEFAULT_OUT,
      summary: 'TypeScript file to write. Required the first time in a project without TypeScript.',
      helpValue: '<file>',
    }),
  }

  async run(): Promise<WrittenTypes> {
    const { flags, metadata } = await this.parse(Types)
    const { cwd } = this.context
    if (metadata.flags['out']?.setFromDefault === true) refuseJavaScript(cwd)
    const file = resolve(cwd, flags.out)
    const text = writtenTypes({ hasExactIds: flags['exact-ids'] })
    const found = existsSync(file) ? read(file) : null
    const isRight = found === text
    if (!isRight) {
      if (flags.check) throw stale(file, found === null)
      refuseOther(file, found)
      write(file, text, cwd)
    }
    const counts = { topics: topicNames.length, endpoints: endpoints.length }
    this.show(
      `${escapeCell(flags.out)} ${isRight ? 'is up to date' : 'is written'}: ${counts.topics} topics, ${counts.endpoints} endpoints.`,
    )
    return { file, written: !isRight, ...counts }
  }
}

/** A project of JavaScript gets no TypeScript file and no folder for it that it did not ask for. */
function refuseJavaScript(cwd: string): void {
  const folder = join(cwd, dirname(DEFAULT_OUT))
  const hasTypeScript =
    existsSync(join(cwd, 'tsconfig.json')) ||
    (existsSync(folder) && readdirSync(folder).some((name) => /\.[cm]?tsx?$/.test(name)))
  if (hasTypeScript) return
  throw new AppError(
    'usage.missing',
    'This folder has no tsconfig.json and no TypeScript in src. Nothing was written.',
    {
      suggestions: [`app types --out ${DEFAULT_OUT}`, 'Or change to the folder of tsconfig.json.'],
    },
  )
}

/** Git on Windows may have given it other line ends. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  } catch (cause) {
    throw new AppError('usage.invalid', `${file} cannot be read.`, { cause, suggestions: ['Name a file with --out.'] })
  }
}

function stale(file: string, isMissing: boolean): AppError {
  return new AppError('types.stale', `${file} ${isMissing ? 'is not there' : 'is not what this version writes'}.`, {
    suggestions: ['app types', 'Keep formatters and linters away from the file.'],
  })
}

function refuseOther(file: string, found: string | null): void {
  if (found === null || found.startsWith(WRITTEN_MARK)) return
  throw new AppError('usage.invalid', `${file} was not made by this command, and is not overwritten.`, {
    suggestions: ['Name another file with --out.'],
  })
}

/** Raises `storage.*`, also where a folder on the way from `cwd` is a link: a cloned project could name any folder (T20). */
function write(file: string, text: string, cwd: string): void {
  try {
    for (let folder = dirname(file); folder.startsWith(cwd + sep); folder = dirname(folder)) refuseLink(folder)
    makeFolders(dirname(file), 0o755)
    writeFileAtomic({ path: file, content: text, mode: 0o644 })
  } catch (cause) {
    const error = unwritable(file, cause)
    throw error instanceof AppError
      ? changed(error, { suggestions: ['Name a file in another folder with --out.'] })
      : error
  }
}
