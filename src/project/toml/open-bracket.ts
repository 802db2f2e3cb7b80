/** A list or an inline table that is begun and not ended. */
export interface OpenBracket {
  readonly what: 'list' | 'inline table'
  /** Line of its bracket, from 1. */
  readonly line: number
}

/** Comments and strings, in which brackets are text; a string on one line ends with it at the latest. */
const tokens = /#.*|"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|[[\]{}\n]/g

/** The innermost list or inline table of a TOML text that begins before a line and is still open there, also where the text is not right; null for none. */
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
