/** An unclosed list or inline table. */
export interface OpenBracket {
  readonly what: 'list' | 'inline table'
  /** Line of its bracket, from 1. */
  readonly line: number
}

/** Comments and strings, in which brackets are plain text. A single-line string ends at the line end at the latest. */
const tokens = /#.*|"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|[[\]{}\n]/g

/** Finds the innermost list or inline table that begins before a line and is still open there, even in invalid TOML. Returns null if there is none. */
export function openBracketAt(text: string, line: number): OpenBracket | null {
  const open: OpenBracket[] = []
  let at = 1
  for (const [token] of text.matchAll(tokens)) {
    if (at >= line) break
    if (token === '[' || token === '{') open.push({ what: token === '[' ? 'list' : 'inline table', line: at })
    else if (token === ']' || token === '}') open.pop()
    else at += token.split('\n').length - 1
  }
  return open.at(-1) ?? null
}
