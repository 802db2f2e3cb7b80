import { join } from 'node:path'

import { API, SymbolFlags, TypeFlags, type Checker, type Project, type Type } from 'typescript/unstable/sync'

import { commandFile } from './command-files.ts'

/** Types of a command's `--json` output: one document, or a line per event. */
export interface PrintedTypes {
  readonly document: Type | null
  readonly line: Type | null
}

export interface CommandTypes extends Disposable {
  readonly checker: Checker
  /** Returns the types by command id: `Document` and `Line` of its file, otherwise the result of its `run()`. */
  readonly printedBy: (id: string) => PrintedTypes
  /** Returns the type with that name in a file of the repository. */
  readonly named: (file: string, name: string) => Type
}

/** Opens the command sources with TypeScript's own checker, because the types are the only declaration of the output. */
export function openCommandTypes(root: string): CommandTypes {
  const config = join(root, 'scripts/generate/commands/tsconfig.json')
  const api = new API({ cwd: root })
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (project === undefined) throw new Error(`${config} cannot be opened.`)
  const { checker } = project
  return {
    checker,
    printedBy: (id) => printedBy(project, join(root, commandFile(root, id))),
    named: (file, name) => {
      const type = exported(project, join(root, file)).get(name)
      if (type === undefined) throw new Error(`${file} exports no type ${name}.`)
      return type
    },
    [Symbol.dispose]: () => api.close(),
  }
}

function printedBy(project: Project, file: string): PrintedTypes {
  const types = exported(project, file)
  const line = types.get('Line') ?? null
  const returned = returnedBy(project.checker, types.get('default'))
  return { document: types.get('Document') ?? returned, line }
}

/** Returns each exported name with its type. For a class or interface, this is the instance type. */
function exported({ checker, program }: Project, file: string): ReadonlyMap<string, Type> {
  const source = program.getSourceFile(file)
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} is not among the sources.`)
  const symbols = checker.getExportsOfModule(module)
  return new Map(
    symbols.map((given) => {
      const symbol = (given.flags & SymbolFlags.Alias) === 0 ? given : checker.getAliasedSymbol(given)
      const value = checker.getTypeOfSymbol(symbol)
      const made = value === undefined ? [] : checker.getSignaturesOfType(value, 1)
      const instance = made[0] === undefined ? undefined : checker.getReturnTypeOfSignature(made[0])
      return [given.name, instance ?? checker.getDeclaredTypeOfSymbol(symbol)]
    }),
  )
}

/** Returns the result type of a command's `run()`, or null without one. */
function returnedBy(checker: Checker, command: Type | undefined): Type | null {
  const run = command === undefined ? undefined : checker.getPropertyOfType(command, 'run')
  const method = run === undefined ? undefined : checker.getTypeOfSymbol(run)
  const signature = method === undefined ? undefined : checker.getSignaturesOfType(method, 0)[0]
  const promise = signature === undefined ? undefined : checker.getReturnTypeOfSignature(signature)
  const [result] = promise?.isTypeReference() === true ? checker.getTypeArguments(promise) : []
  return result === undefined || (result.flags & TypeFlags.VoidLike) !== 0 ? null : result
}
