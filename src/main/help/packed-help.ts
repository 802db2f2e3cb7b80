import { isStdoutTerminal } from '../../terminal/output/stdout-terminal.ts'
import { wantsColour } from '../../terminal/style.ts'
import { ALL_COMMANDS, helpSubject } from './wants-help.ts'

/** Column width of the packed help pages (scripts/build/help-pages.ts). */
export const HELP_WIDTH = 80

/** Suffix of a topic page's name. No command has such a name. */
export const topicPage = '_topic'

export const allCommandsPage = '_all'

/** Returns the start of a page in the file of all pages. One file compresses a quarter smaller than one per page. */
export function pageStart(name: string): string {
  return `\0${name}\n`
}

export interface HelpReader {
  /** The file of all pages. */
  readonly file: URL
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the requested help page, as oclif rendered it for 80 columns at build time. Null if no page was packed (unknown
 * commands, a terminal below 80 columns, Windows, whose shells continue lines differently): then oclif renders.
 */
export function packedHelp(argv: readonly string[], { file, env }: HelpReader): string | null {
  if (outputColumns(env) < HELP_WIDTH || process.platform === 'win32') return null
  const page = findPage(helpSubject(argv), process.getBuiltinModule('node:fs').readFileSync(file))
  if (page === null) return null
  return wantsColour(env, isStdoutTerminal()) ? page : page.replaceAll(sgr, '')
}

// eslint-disable-next-line no-control-regex -- the codes that a page is coloured with
const sgr = /\u001b\[\d+m/g

const word = /^[a-z][a-z0-9-]*$/

/** Returns the page of the deepest command in the words; of a topic only if no word is left over. */
function findPage(subject: readonly string[], pages: Buffer): string | null {
  if (subject[0] === ALL_COMMANDS) return pageNamed(allCommandsPage, pages)
  const args = subject[0]?.includes(':') === true ? [...subject[0].split(':'), ...subject.slice(1)] : subject
  const firstOther = args.findIndex((arg) => !word.test(arg))
  const words = args.slice(0, firstOther === -1 ? args.length : firstOther)
  if (words.length === 0 && args.length > 0) return null
  for (let count = words.length; count > 0; count--) {
    const page = pageNamed(words.slice(0, count).join(' '), pages)
    if (page !== null) return page
  }
  const isUnknown = args[words.length]?.startsWith('-') === false
  return isUnknown ? null : pageNamed([...words, topicPage].join(' '), pages)
}

function pageNamed(name: string, pages: Buffer): string | null {
  const start = pageStart(name)
  const at = pages.indexOf(start)
  if (at === -1) return null
  const end = pages.indexOf(0, at + 1)
  return pages.toString('utf8', at + start.length, end === -1 ? pages.length : end)
}

/** Returns the columns as oclif counts them: 80 without a terminal, never below 40. */
function outputColumns(env: HelpReader['env']): number {
  const wanted = Number.parseInt(env['OCLIF_COLUMNS'] ?? '', 10)
  if (wanted) return wanted
  const columns = isStdoutTerminal() ? process.stdout.columns : 0
  return columns < 1 ? 80 : Math.max(columns, 40)
}
