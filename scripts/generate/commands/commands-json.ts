import type { CommandSchemas, PrintedSchemas } from '../../../src/tasks/commands/command-schemas.ts'
import { commandIds } from './command-files.ts'
import { openCommandTypes, type PrintedTypes } from './command-types.ts'
import { inlineOnce } from './inline-once.ts'
import { readReach } from './raised-codes.ts'
import { typeSchemas } from './type-schema.ts'

/**
 * Returns the text of schema/commands.json: each command's output and possible error codes, in
 * addition to the manifest. Each command has one line, which makes a change easy to read.
 */
export function commandsText(root: string): string {
  const ids = commandIds(root)
  const { codesOf, codesOfAll } = readReach(root)
  using types = openCommandTypes(root)
  const schemas = typeSchemas(types.checker)
  const printed = ({ document, line }: PrintedTypes): PrintedSchemas => ({
    ...(document !== null && { document: schemas.schemaOf(document) }),
    ...(line !== null && { line: schemas.schemaOf(line) }),
  })
  const codes = [...new Set([...codesOfAll, ...ids.flatMap(codesOf)])].toSorted()
  const places = (names: readonly string[]) => names.map((code) => codes.indexOf(code))
  const commands = ids.map((id) => [id, { ...printed(types.printedBy(id)), errors: places(codesOf(id)) }] as const)
  const failure = schemas.schemaOf(types.named('src/cli/failure.ts', 'FailureDocument'))
  const written: CommandSchemas = inlineOnce({
    $defs: schemas.definitions(),
    failure,
    codes,
    errors: places(codesOfAll),
    commands: Object.fromEntries(commands),
  })
  return oneLineEach(written)
}

/** Formats JSON with one line for each definition and each command. */
function oneLineEach({ $defs, commands, ...rest }: CommandSchemas): string {
  return `{${members(rest)},\n"$defs":{\n${members($defs)}\n},\n"commands":{\n${members(commands)}\n}}\n`
}

function members(object: object): string {
  return Object.entries(object)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',\n')
}
