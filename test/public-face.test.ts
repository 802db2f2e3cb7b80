import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { manifestText } from '../scripts/generate/manifest.ts'
import { errorCodes } from '../src/errors/codes.ts'
import { describeCommands } from '../src/tasks/commands/describe-commands.ts'
import type { DescribedCommand, JsonSchema } from '../src/views/commands/described-command.ts'

const root = join(import.meta.dirname, '..')

interface ManifestFlag {
  readonly char?: string
  readonly options?: readonly string[]
  readonly helpValue?: string
  readonly required?: boolean
  readonly multiple?: boolean
  readonly type: string
  readonly default?: unknown
}

interface ManifestCommand {
  readonly args: Readonly<Record<string, { readonly required?: boolean; readonly options?: readonly string[] }>>
  readonly flags: Readonly<Record<string, ManifestFlag>>
}

/** One line a fact: what scripts and people hold on to. A line that goes or changes breaks somebody. */
function face(commands: Readonly<Record<string, ManifestCommand>>): string {
  const lines = Object.entries(commands).flatMap(([id, { args, flags }]) => [
    ['app', ...id.split(':'), ...Object.entries(args).map(([name, arg]) => argument(name, arg))].join(' '),
    ...Object.entries(flags)
      .map(([name, flag]) => `  ${flagLine(name, flag)}`)
      .toSorted(),
  ])
  return `${lines.join('\n')}\n`
}

function argument(name: string, { required, options }: ManifestCommand['args'][string]): string {
  const shown = options === undefined ? name.toUpperCase() : options.join('|')
  return required === true ? shown : `[${shown}]`
}

function flagLine(name: string, flag: ManifestFlag): string {
  const value = flag.type === 'boolean' ? '' : `=${flag.options?.join('|') ?? '<value>'}`
  const notes = [
    flag.char === undefined ? '' : `-${flag.char}`,
    flag.required === true ? 'required' : '',
    flag.multiple === true ? 'many' : '',
    flag.default === undefined ? '' : `default ${JSON.stringify(flag.default)}`,
  ].filter((note) => note !== '')
  return `--${name}${value}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

/** What is printed as types, members of members left out: a line that goes or changes breaks a script. */
function printed({ document, line }: Pick<DescribedCommand, 'document' | 'line'>): string {
  return [document, line]
    .flatMap((schema, at) => (schema === null ? [] : [`${at === 0 ? '' : 'lines '}${shape(schema)}`]))
    .join(', or ')
}

function shape(schema: JsonSchema, depth = 0): string {
  const { $ref, anyOf, type, items, properties, required = [] } = schema as Shaped
  if ($ref !== undefined) return $ref.slice('#/$defs/'.length)
  if (anyOf !== undefined) return anyOf.map((one) => shape(one, depth)).join(' | ')
  if (items !== undefined) return `list of ${shape(items, depth)}`
  if (properties === undefined || depth > 0) return [type ?? 'any'].flat().join(' | ')
  const members = Object.entries(properties).map(
    ([name, one]) => `${name}${required.includes(name) ? '' : '?'}: ${shape(one, depth + 1)}`,
  )
  return `{ ${members.join(', ')} }`
}

interface Shaped {
  readonly $ref?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly type?: string | readonly string[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

describe('the public interface', () => {
  it('keeps its commands, arguments and flags', async () => {
    const { commands } = JSON.parse(await manifestText()) as { commands: Record<string, ManifestCommand> }

    await expect(face(commands)).toMatchFileSnapshot('public-face/commands.snap.txt')
  })

  it('shows a value name for each flag that accepts a value', async () => {
    const { commands } = JSON.parse(await manifestText()) as { commands: Record<string, ManifestCommand> }
    const nameless = Object.entries(commands).flatMap(([id, { flags }]) =>
      Object.entries(flags)
        .filter(([, { type, options, helpValue }]) => type === 'option' && options === undefined && !helpValue)
        .map(([name]) => `${id} --${name}`),
    )

    expect(nameless).toEqual([])
  })

  it('keeps its error codes with their exit codes', async () => {
    const lines = Object.entries(errorCodes)
      .map(([code, { exit }]) => `${code} ${exit}`)
      .toSorted()

    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('public-face/errors.snap.txt')
  })

  it('keeps the output, writes and exit codes of commands', async () => {
    const { commands } = describeCommands(root, [])
    const lines = commands.map(({ command, writes, exits, document, line }) =>
      [
        command,
        ...writes.map((what) => `writes ${what}`),
        `exits ${exits.join(' ')}`,
        printed({ document, line }),
      ].join('\n  '),
    )

    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('public-face/printed.snap.txt')
  })

  it('keeps the keys of app.toml', async () => {
    await expect(readFileSync(join(root, 'schema/app.schema.json'), 'utf8')).toMatchFileSnapshot(
      'public-face/app.schema.snap.json',
    )
  })

  it('ships a manifest that matches the command tree', async () => {
    expect(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')).toBe(await manifestText())
  })
})
