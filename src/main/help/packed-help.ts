import { isStdoutTerminal } from '../../terminal/output/stdout-terminal.ts'
import { wantsColour } from '../../terminal/style.ts'
import { ALL_COMMANDS, helpSubject } from './wants-help.ts'

/** For how many columns each help page is packed (scripts/build/help-pages.ts). */
export const HELP_WIDTH = 80

/** A topic's page lies in the topic's folder; no command has such a name. */
export const topicPage = '_topic.txt'

export const allCommandsPage = '_all.txt'

export interface HelpReader {
  /** Ends with a slash. */
  readonly folder: URL
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The help that is asked for, as oclif rendered it for 80 columns when the package was built. Null when no page was packed for it
 * (what does not exist, a terminal below 80 columns, Windows, whose shells continue a line in another way): then oclif renders.
 */
export function packedHelp(argv: readonly string[], { folder, env }: HelpReader): string | null {
  if (outputColumns(env) < HELP_WIDTH || process.platform === 'win32') return null
  const file = pageFile(helpSubject(argv), folder)
  if (file === null) return null
  const page = process.getBuiltinModule('node:fs').readFileSync(file, 'utf8')
  return wantsColour(env, isStdoutTerminal()) ? page : page.replaceAll(sgr, '')
}

// eslint-disable-next-line no-control-regex -- the codes that a page is coloured with
const sgr = /\u001b\[\d+m/g

const word = /^[a-z][a-z0-9-]*$/

/** The page of the deepest command that the words name; of a topic only when no word is left over. */
function pageFile(subject: readonly string[], folder: URL): URL | null {
  const { existsSync } = process.getBuiltinModule('node:fs')
  if (subject[0] === ALL_COMMANDS) return new URL(allCommandsPage, folder)
  const args = subject[0]?.includes(':') === true ? [...subject[0].split(':'), ...subject.slice(1)] : subject
  const firstOther = args.findIndex((arg) => !word.test(arg))
  const words = args.slice(0, firstOther === -1 ? args.length : firstOther)
  if (words.length === 0 && args.length > 0) return null
  for (let count = words.length; count > 0; count--) {
    const file = new URL(`${words.slice(0, count).join('/')}.txt`, folder)
    if (existsSync(file)) return file
  }
  const topic = new URL([...words, topicPage].join('/'), folder)
  const isUnknown = args[words.length]?.startsWith('-') === false
  return !isUnknown && existsSync(topic) ? topic : null
}

/** As oclif counts them: 80 without a terminal, never below 40. */
function outputColumns(env: HelpReader['env']): number {
  const wanted = Number.parseInt(env['OCLIF_COLUMNS'] ?? '', 10)
  if (wanted) return wanted
  const columns = isStdoutTerminal() ? process.stdout.columns : 0
  return columns < 1 ? 80 : Math.max(columns, 40)
}
