/** Prints the figures of the architecture: `node scripts/measure.ts`. Counts src and templates, without tests. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { folderCycles } from './measure/folder-cycles.ts'
import { reachedFiles } from './measure/reached-files.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('src/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
const lines = files.flatMap((text) => text.trimEnd().split('\n'))
const comments = lines.filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line)).length
const blank = lines.filter((line) => line.trim() === '').length
const lengths = files.map((text) => text.trimEnd().split('\n').length).toSorted((a, b) => a - b)
const tools = files.flatMap((text) => [...text.matchAll(/^(?:export )?(?:interface|type) (\w+Tools)\b/gm)])
const words = readFileSync(join(root, 'docs/words.md'), 'utf8')
const cycles = folderCycles(join(root, 'src'))

const figures: readonly (readonly [string, number])[] = [
  ['files', files.length],
  ['lines', lines.length],
  ['lines of code', lines.length - comments - blank],
  ['lines of comments', comments],
  ['90 % of the files have at most this many lines', lengths[Math.floor(lengths.length * 0.9)] ?? 0],
  ['types named …Tools', tools.length],
  ['entries of docs/words.md', words.split('\n').filter((line) => /^\| (?!word|---)/.test(line)).length],
  ['folder cycles', cycles.length],
]
for (const [what, figure] of figures) console.log(`${String(figure).padStart(8)}  ${what}`)
for (const { folder, members } of cycles) console.log(`          ${folder}: ${members.join(', ')}`)

const entries: Readonly<Record<string, string>> = {
  'app call orders list': 'src/commands/call/orders/list.ts',
  'app install': 'src/commands/install.ts',
  'app check': 'src/commands/check.ts',
  'an order and its event': 'src/emulator/store/orders/place-order.ts',
  'a list in the store admin': 'src/emulator/admin/lists/orders.ts',
  'a tool of app mcp': 'src/mcp/tools/status.ts',
}
for (const [what, entry] of Object.entries(entries)) {
  const reached = reachedFiles(join(root, entry))
  console.log(`${String(reached.files).padStart(8)}  files with ${reached.lines} lines are loaded for ${what}`)
}
