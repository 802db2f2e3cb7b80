import { parseSync } from 'rolldown/utils'

/** The range of a function in a file, as V8 and the parser count it: from its first character to after its last. */
export interface FunctionPlace {
  readonly start: number
  readonly end: number
}

export interface EagerOptions {
  /** Whether no code can use a function of the file before its first statement runs. Two files that import each other can. */
  readonly mayMove: boolean
}

/**
 * Marks the functions at these places for V8 to compile together with the file. Otherwise V8 compiles a function at its first call and does not store it in the
 * compile cache, so every start compiles it again, which took a seventh of a call's time. V8 compiles a function in parentheses immediately: an expression gets
 * them, and a declaration becomes a variable at the head of its block. Methods and asynchronous arrows have no such form.
 */
export function eagerFunctions(code: string, places: readonly FunctionPlace[], { mayMove }: EagerOptions): string {
  const wanted = new Set(places.map(keyOf))
  const edits: Edit[] = []
  collect(parseSync('chunk.js', code).program, null, (node, parent) => {
    if (isExpression(node, parent) && wanted.has(keyOf(node)))
      edits.push({ at: node.start, rank: 2, text: '(' }, { at: node.end, rank: 0, text: ')' })
    if (isPlainMethod(node) && wanted.has(keyOf(node)) && !/\bsuper\b/.test(code.slice(node.start, node.end)))
      edits.push(...asMember(code, node))
    const { statements, head } = bodyOf(node)
    if (node.type === 'Program' && !mayMove) return
    for (const one of statements.filter((statement) => statement.id && wanted.has(keyOf(statement)))) {
      if (one.type !== 'FunctionDeclaration') continue
      edits.push({ at: head, rank: 1, declaration: one }, { at: one.start, rank: 2, end: one.end })
    }
  })
  edits.sort((a, b) => a.at - b.at || a.rank - b.rank)
  return render(code, edits, { start: 0, end: code.length })
}

interface Node extends FunctionPlace {
  readonly type: string
  readonly async?: boolean
  readonly kind?: string
  readonly method?: boolean
  readonly computed?: boolean
  readonly generator?: boolean
  readonly key?: FunctionPlace
  readonly value?: Node
  readonly directive?: string | null
  readonly id?: { readonly end: number; readonly start: number; readonly name: string } | null
  readonly body?: unknown
}

/** Another edit may begin where one ends. The order there: closing, the head of a body, opening or removing. */
interface Edit {
  readonly at: number
  readonly rank: 0 | 1 | 2
  readonly text?: string
  /** Declaration that moves to this position. */
  readonly declaration?: Node
  /** End of the removed text. */
  readonly end?: number
}

function keyOf({ start, end }: FunctionPlace): string {
  return `${start}-${end}`
}

function collect(value: unknown, parent: Node | null, see: (node: Node, parent: Node | null) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return value.forEach((one) => collect(one, parent, see))
  const node = 'type' in value && 'start' in value ? (value as Node) : null
  if (node !== null) see(node, parent)
  for (const inner of Object.values(value)) collect(inner, node ?? parent, see)
}

function isExpression({ type, async }: Node, parent: Node | null): boolean {
  const isMethod =
    parent?.type === 'MethodDefinition' || parent?.method === true || parent?.kind === 'get' || parent?.kind === 'set'
  return (type === 'FunctionExpression' && !isMethod) || (type === 'ArrowFunctionExpression' && async !== true)
}

/** Returns whether a node is `a(b){…}` in an object, which V8 counts as one function that begins at its name. */
function isPlainMethod({ type, method, kind }: Node): boolean {
  return type === 'Property' && method === true && kind === 'init'
}

/** Rewrites `async*a(b){…}` as `a:(async function*(b){…})`. Only its prototype differs, which our code does not use. */
function asMember(code: string, { start, end, key, value, computed }: Node): Edit[] {
  if (key === undefined || value === undefined) return []
  const name = code.slice(computed === true ? code.lastIndexOf('[', key.start) : key.start, value.start)
  const words = `${value.async === true ? 'async ' : ''}function${value.generator === true ? '*' : ''}`
  return [
    { at: start, rank: 2, end: value.start, text: `${name}:(${words}` },
    { at: end, rank: 0, text: ')' },
  ]
}

/** Returns the statements of a file or function body, and the position before the first one that is neither an import nor a directive. */
function bodyOf({ type, start, body }: Node): { statements: readonly Node[]; head: number } {
  const isFile = type === 'Program'
  const block = isFunction(type) ? (body as Node) : null
  const statements = (isFile ? body : block?.type === 'BlockStatement' ? block.body : []) as readonly Node[]
  const first = statements.findIndex((one) => one.type !== 'ImportDeclaration' && typeof one.directive !== 'string')
  const before = statements[(first === -1 ? statements.length : first) - 1]
  return { statements, head: before?.end ?? (isFile ? start : (block?.start ?? 0) + 1) }
}

function isFunction(type: string): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function render(code: string, edits: readonly Edit[], { start, end }: FunctionPlace): string {
  let text = ''
  let at = start
  for (const edit of edits) {
    if (edit.at < at || edit.at > end || (edit.at === end && edit.rank > 0)) continue
    text +=
      code.slice(at, edit.at) +
      (edit.text ?? (edit.declaration === undefined ? '' : variable(code, edits, edit.declaration)))
    at = edit.end ?? edit.at
  }
  return text + code.slice(at, end)
}

/** Returns `var a=(function(…){…});` */
function variable(code: string, edits: readonly Edit[], { id, start, end }: Node): string {
  if (!id) return ''
  return `var ${id.name}=(${code.slice(start, id.start).trimEnd()}${render(code, edits, { start: id.end, end })});`
}
