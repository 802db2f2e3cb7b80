import { operations } from '../../../src/control/operations.ts'
import { errorCodes } from '../../../src/errors/codes.ts'
import { commandFile } from './command-files.ts'
import { readSources, type Imports, type Unit } from './source-units.ts'

/** Values that the context and the emulator's tools pass in, so that no import leads to them: text of the use, and the unit behind it. */
const passedIn: readonly (readonly [use: RegExp, key: string])[] = [
  [/\.credentials\(|\bcredentials\.\w+\(/, 'src/credentials/policy.ts#openCredentials'],
  [/\bsend\(|\bsend\b[,:]/, 'src/client/node-send.ts#createNodeSend'],
  [/\bask\.\w+\(/, 'src/terminal/prompts.ts#createPrompts'],
  [/\bsteps\.\w+\(/, 'src/emulator/undo/undo.ts#createUndo'],
  [/\.openBrowser\(/, 'src/context/browser.ts#openBrowser'],
  [/\.foreground\(/, 'src/context/foreground.ts#createForeground'],
]

/** The request boundary: an error raised behind this point becomes a response to the client, and the serving command does not raise it. */
const answering =
  /^src\/emulator\/(?:api|admin|portal|panel|panel-preview|consent|exchange|explorer|storefront|control|deliveries)\//

/** Code that runs before the handler of every control API operation. */
const everyOperation = ['reject', 'answer'].map((name) => `src/emulator/control/control.ts#${name}`)

/** Adds advice to an error raised before, and raises none. */
const advising = /^src\/(?:cli\/target\/base-url-advice|tasks\/register\/other-base-url)\.ts#/

function isAsked(key: string): boolean {
  return (!answering.test(key) && !advising.test(key)) || everyOperation.includes(key)
}

const BASE = 'src/cli.ts#AppCommand'

export interface Reach {
  /** Returns the codes that a command may end with, sorted, without those of all commands. */
  readonly codesOf: (id: string) => readonly string[]
  /** Codes that every command may end with, sorted. */
  readonly codesOfAll: readonly string[]
  /** Returns the control API operations that a command may call, sorted. */
  readonly operationsOf: (id: string) => readonly string[]
}

/**
 * Finds in the sources which error codes each command may end with. A code counts if it appears as a value in a function that
 * `run` reaches through the names in the code. Conditions are ignored, so some codes may never occur. Code behind an interface is
 * found through the values that are passed in and through the control API's operations, whose handlers raise the errors that a command then raises.
 */
export function readReach(root: string): Reach {
  const { units: own, imports, all } = readSources(root)
  const units = new Map([...own, ...all.flatMap(handlersOf)])
  const ahead = new Map<string, readonly string[]>()
  const leadsTo = (key: string): readonly string[] => {
    const known = ahead.get(key)
    if (known !== undefined) return known
    const unit = units.get(key)
    const keys = unit === undefined ? [] : namedBy(unit, { imported: imports.get(unit.file) ?? new Map(), units })
    ahead.set(key, keys)
    return keys
  }
  const reachedFrom = (starts: readonly string[]): readonly string[] => {
    const seen = new Set(starts)
    // The loop also visits keys that are added during it.
    for (const key of seen) for (const next of leadsTo(key)) seen.add(next)
    return [...seen]
  }
  const codesFrom = (starts: readonly string[]): readonly string[] => {
    const codes = reachedFrom(starts).flatMap((key) => codesIn(units.get(key)?.text ?? ''))
    return [...new Set(codes)].toSorted()
  }
  const codesOfAll = codesFrom([
    `${BASE}._run`,
    `${BASE}.#fail`,
    `${BASE}.parse`,
    'src/terminal/output/output-lost.ts#outputLost',
  ])
  return {
    codesOf: (id) => codesFrom(startsOf(root, id)).filter((code) => !codesOfAll.includes(code)),
    codesOfAll,
    operationsOf: (id) =>
      reachedFrom(startsOf(root, id))
        .flatMap((key) => (key.startsWith(OPERATION) ? [key.slice(OPERATION.length)] : []))
        .toSorted(),
  }
}

function startsOf(root: string, id: string): readonly string[] {
  const start = `${commandFile(root, id)}#default`
  return [start, `${start}.run`]
}

const OPERATION = 'operation#'

/** Returns the unit that handles each control API operation, as `operation#<name>`. */
function handlersOf({ file, text }: { readonly file: string; readonly text: string }) {
  if (!text.includes(': ControlHandlersFor<')) return []
  return text.split(/^(?= {2}(?:async )?\w+(?::|\())/m).flatMap((block): (readonly [string, Unit])[] => {
    const name = /^ {2}(?:async )?(\w+)/.exec(block)?.[1] ?? ''
    return Object.hasOwn(operations, name) ? [[OPERATION + name, { file, text: block, of: [] }]] : []
  })
}

interface Known {
  readonly imported: Imports
  readonly units: ReadonlyMap<string, Unit>
}

/** Returns the keys of the units that the names in a unit refer to. */
function namedBy({ file, text, of }: Unit, { imported, units }: Known): readonly string[] {
  const words = new Set(text.match(/(?<![.\w$'-])[A-Za-z_$][\w$]*(?!['\w$-])/g))
  const own = [...text.matchAll(/\bthis\.([#\w$]+)/g)].map(([, name = '']) => name)
  const late = [...text.matchAll(/\(await import\('[^']*'\)\)\s*\.(\w+)/g)].map(([, name = '']) => name)
  const isOfCommands = ['src/cli', 'src/call', 'src/commands'].some((module) => file.startsWith(module))
  const classes = isOfCommands ? [...of, BASE] : of
  const isServer = answering.test(file)
  return [
    ...[...words, ...late].flatMap((name) => [imported.get(name), `${file}#${name}`]),
    ...own.flatMap((name) => classes.map((key) => `${key}.${name}`)),
    ...passedIn.filter(([use]) => use.test(text)).map(([, key]) => key),
    ...operationsIn(text),
  ].filter((key): key is string => key !== undefined && units.has(key) && (isServer || isAsked(key)))
}

/** Maps a call of a control API operation to its handler. */
function operationsIn(text: string): readonly string[] {
  const named = [...text.matchAll(/\bcontrol\S*\.(\w+)\(|Command\(\s*'(\w+)'|\bcontrol\.(\w+)/g)]
  const keys = named
    .flatMap(([, called, given, meant]) => called ?? given ?? meant ?? [])
    .filter((name) => Object.hasOwn(operations, name))
    .map((name) => OPERATION + name)
  return keys.length === 0 ? [] : [...keys, ...everyOperation]
}

/** Returns the codes that a text contains as values. A code in a comparison is not raised there. */
function codesIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<!(?:[!=]==|case) )'([a-z]+\.[a-z-]+)'(?! [!=]==)/g)].flatMap(([, code = '']) =>
    Object.hasOwn(errorCodes, code) ? [code] : [],
  )
}
