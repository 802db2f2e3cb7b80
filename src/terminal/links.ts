import { isCi } from './style.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns whether a terminal shows OSC 8 links: it must identify itself and be known to support them. `FORCE_HYPERLINK`
 * decides if set (`0` is no). Inside tmux and screen addresses are written out, since the outer terminal is unknown.
 */
export function supportsLinks(env: Environment, isTerminal: boolean): boolean {
  const forced = env['FORCE_HYPERLINK']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if (!isTerminal || isCi(env) || ['NO_COLOR', 'TMUX', 'STY'].some((name) => isSet(env, name))) return false
  return env['TERM'] !== 'dumb' && isKnown(env)
}

function isKnown(env: Environment): boolean {
  const { TERM = '', TERM_PROGRAM, VTE_VERSION } = env
  // VTE (GNOME Terminal and others) crashed on them before 0.50.
  if (VTE_VERSION !== undefined) return Number(VTE_VERSION) > 5000
  if (TERM_PROGRAM !== undefined) return programs.has(TERM_PROGRAM)
  return isSet(env, 'WT_SESSION') || terms.has(TERM)
}

const terms: ReadonlySet<string> = new Set(['xterm-kitty', 'xterm-ghostty', 'alacritty'])
const programs: ReadonlySet<string> = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'zed'])

function isSet(env: Environment, name: string): boolean {
  return env[name] !== undefined && env[name] !== ''
}

/** Returns text that links to an address, for a terminal that `supportsLinks`. The address must not contain control characters. */
export function link(text: string, url: string): string {
  return `\u001b]8;;${url}\u0007${text}\u001b]8;;\u0007`
}
