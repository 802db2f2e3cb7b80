import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Matches `const app = express()` and similar lines. */
const created = /^(?:const|let) \w+ = (?:express|Fastify|new Hono)\(.*$/m

/**
 * Pastes the lines that `app init --here` printed as a developer does: imports go to the top of the
 * server, and the rest below the line that creates it.
 */
export function pasteLines(dir: string, printed: string): void {
  for (const [, places = '', block = ''] of printed.matchAll(/^Paste into (.+):\n((?:(?: {2}.*)?\n)+)/gm)) {
    const lines = block.trimEnd().replaceAll(/^ {2}/gm, '')
    const isNew = /, (?:a new file|new files)$/.test(places)
    const files = places.replace(/,.*/, '').split(' and ')
    for (const file of files) {
      if (isNew) writeNew(join(dir, file), `${lines}\n`)
      else edit(join(dir, file), (text) => pasted(text, lines.split('\n')))
    }
  }
}

function writeNew(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content, { flag: 'wx' })
}

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${file} has no place for the lines.`)
  writeFileSync(file, after)
}

function pasted(text: string, lines: readonly string[]): string {
  const isImport = (line: string) => /^import |= require\(/.test(line)
  const body = lines.filter((line) => !isImport(line)).join('\n')
  return `${lines.filter(isImport).join('\n')}\n${text.replace(created, (line) => `${line}\n${body}`)}`
}
