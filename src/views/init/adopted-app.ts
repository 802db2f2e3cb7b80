import type { AdoptedApp } from '../../scaffold/adopt/adopt-app.ts'
import type { Framework, PasteTarget } from '../../scaffold/adopt/paste-target.ts'
import { addCommand } from '../../scaffold/package-manager.ts'
import { escapeCell } from '../../text/escape.ts'
import { plainWord } from '../../text/shell.ts'
import { sentence } from '../cells.ts'
import type { View } from '../view.ts'

/** Formats the files written into an existing project, and the lines that connect its server. */
export const adoptedAppView: View<AdoptedApp> = (app, looks) => {
  const { style } = looks
  const { key, files, gitignoreUpdated, kit, from, framework, paste, command, watches, port, packageManager } = app
  const server = framework === null || framework === 'node' ? '' : `${framework} in `
  const start = command === null ? null : command.map((word) => escapeCell(plainWord(word))).join(' ')
  const blocks = framework === null || paste === null ? [] : pastedBlocks(framework, paste)
  const created = [
    style.green(`Created ${key} in this folder: ${files.join(', ')}.`),
    ...(gitignoreUpdated ? [style.green('Added lines to .gitignore.')] : []),
    start === null
      ? "The server's start command is unknown: set dev.command and dev.port in app.toml."
      : `Found ${server}${from}. \`${start}\` starts the server on port ${port} (dev in app.toml).`,
    ...(watches
      ? [
          'This script restarts the server on changes, and so does `app dev`. Set dev.command to a command without the watcher.',
        ]
      : []),
  ].join('\n')
  return [
    sentence(created, looks),
    ...blocks.flatMap(({ into, hint, lines }) => [
      '',
      sentence(`Paste into ${style.bold(into)}${hint === undefined ? '' : `, ${hint}`}:`, looks),
      ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
    ]),
    ...(kit === null && from !== null
      ? [sentence('Files that verify deliveries and call the API, to copy: `app docs kit/other-languages`', looks)]
      : []),
    '',
    'Next:',
    ...(kit === null ? [] : [`  ${style.bold(`${addCommand(packageManager)} ./${kit}`)}`]),
    `  ${style.bold('app dev --approve')}`,
    `  ${style.bold('app check')}`,
  ].join('\n')
}

/** Lines to paste into one file of the project. */
interface Block {
  readonly into: string
  readonly hint?: string
  readonly lines: readonly string[]
}

function pastedBlocks(framework: Framework, paste: PasteTarget): Block[] {
  const own = { into: paste.file, hint: 'a new file', lines: ownLines(framework) }
  if (framework === 'next') return [own, ...nextBlocks(paste)]
  const { hint, lines } = connected[framework](paste)
  const isNode = framework !== 'hono' && framework !== 'workers'
  const into = paste.source ?? 'your server'
  return [
    own,
    { into, hint: 'with the other imports', lines: importLines(paste, isNode) },
    { into, ...(hint && { hint }), lines },
  ]
}

/**
 * Returns a handler that logs the order it read. Next and Workers have no process that outlives a
 * request, so handlers run before the response.
 */
function ownLines(framework: Framework): string[] {
  const isWorker = framework === 'workers'
  const work = framework === 'next' ? ", work: 'inline'" : ''
  const created = isWorker
    ? '(env) => createApp({ env, database: d1(env.DB) })'
    : `createApp({ env: process.env, database: database(process.env)${work} })`
  return [
    "import { createApp } from 'svcapp-kit'",
    isWorker ? "import { d1 } from 'svcapp-kit/d1'" : "import { database } from 'svcapp-kit/node'",
    '',
    ...(isWorker ? ["// The kit's tables: npx svcapp-kit migrations --d1 > migrations/0000_kit.sql"] : []),
    `export const svcapp = ${created}`,
    "  .on('order.paid', async ({ event, api, log }) => {",
    '    if (event.orderId === null) return',
    '    const { orderNumber } = await api.orders.get({ params: { id: event.orderId } })',
    "    log('order paid', { order: orderNumber })",
    '  })',
  ]
}

function importLines({ specifier, commonJs }: PasteTarget, isNode: boolean): string[] {
  const line = (name: string, from: string) =>
    commonJs ? `const { ${name} } = require('${from}')` : `import { ${name} } from '${from}'`
  return [...(isNode ? [line('node', 'svcapp-kit/node')] : []), line('svcapp', specifier)]
}

/** Runs event jobs in the server's own process. A CommonJS module has no top-level `await`. */
const works = ({ commonJs }: PasteTarget) => `${commonJs ? '' : 'await '}svcapp.work() // jobs, in this process`

type Connect = (paste: PasteTarget) => Pick<Block, 'hint' | 'lines'>

const connected: Readonly<Record<Exclude<Framework, 'next'>, Connect>> = {
  express: (paste) => ({
    hint: 'before express.json() and other parsers: signatures cover the raw bytes',
    lines: [`${paste.server}.use(node(svcapp))`, works(paste)],
  }),
  fastify: (paste) => ({
    lines: [
      'const handle = node(svcapp)',
      `${paste.server}.addHook('onRequest', async (request, reply) => {`,
      '  if (await handle(request.raw, reply.raw)) reply.hijack()',
      '})',
      works(paste),
    ],
  }),
  hono: (paste) => ({
    hint: 'before other routes',
    lines: [`${paste.server}.use(async (c, next) => (await svcapp.handle(c.req.raw)) ?? next())`, works(paste)],
  }),
  workers: () => ({
    lines: [
      'const response = await svcapp(env).handle(request) // in fetch',
      'if (response !== null) return response',
      'await svcapp(env).tick() // in scheduled, every minute',
    ],
  }),
  node: (paste) => ({
    lines: [
      'const handle = node(svcapp)',
      'createServer(async (request, response) => {',
      '  if (await handle(request, response)) return',
      '  // your own routes',
      '})',
      works(paste),
    ],
  }),
}

/** Next cannot bundle the PostgreSQL packages, which the kit imports only if it needs them. */
const external = "serverExternalPackages: ['svcapp-kit']"

/** A folder that begins with an underscore is private in Next, so a route needs %5F for an underscore. */
function nextBlocks({ source, file, specifier }: PasteTarget): Block[] {
  const isTypeScript = file.endsWith('.ts')
  const folder = `${file.startsWith('src/') ? 'src/' : ''}app`
  const route = (path: string) => `${folder}/${path}/route.${isTypeScript ? 'ts' : 'js'}`
  const lines = (up: string) => [
    `import { svcapp } from '${up}${specifier.slice(2)}'`,
    `export const GET = (request${isTypeScript ? ': Request' : ''}) => svcapp.fetch(request), POST = GET`,
  ]
  return [
    { into: route('webhooks'), hint: 'a new file', lines: lines('../../') },
    {
      into: `${route('auth/[...path]')} and ${route('%5Fkit/[...path]')}`,
      hint: 'new files',
      lines: lines('../../../'),
    },
    source === null
      ? { into: 'next.config.mjs', hint: 'a new file', lines: [`export default { ${external} }`] }
      : { into: source, lines: [`${external},`] },
  ]
}
