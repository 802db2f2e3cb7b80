/** Puts text between two SGR codes, or returns it unchanged. */
export type Paint = (text: string) => string

export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly green: Paint
  readonly red: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

/** Creates the few styles that we use. Not `util.styleText`, which alone costs 4 ms at start-up. */
export function style(colour: boolean): Style {
  const paint = (open: number, close: number): Paint =>
    colour ? (text) => (text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`) : (text) => text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    green: paint(32, 39),
    red: paint(31, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  }
}

/**
 * Returns whether a stream gets color: `FORCE_COLOR` decides if set (`0` and `false` are no), then `NO_COLOR`
 * (no-color.org: any value but the empty one), `TERM=dumb`, `CI`, and last whether the stream is a terminal.
 */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  if (env['TERM'] === 'dumb' || isCi(env)) return false
  return isTerminal
}

/** Every build server sets `CI`; with `CI=false` a user overrides it. */
export function isCi(env: Readonly<Record<string, string | undefined>>): boolean {
  const value = env['CI']
  return value !== undefined && value !== '' && value !== 'false' && value !== '0'
}
