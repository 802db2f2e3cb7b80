import type { AdoptedApp } from '../../scaffold/adopt/adopt-app.ts'
import type { Framework } from '../../scaffold/adopt/guess-server.ts'
import { escapeCell } from '../../text/escape.ts'
import { plainWord } from '../../text/shell.ts'
import type { View } from '../view.ts'

/** What was written into a project with code, and the lines that connect its server. */
export const adoptedAppView: View<AdoptedApp> = (app, { style }) => {
  const { key, files, ignores, kit, from, framework, command, port, packageManager } = app
  const server = framework === null || framework === 'node' ? '' : `${framework} in `
  const start = command === null ? null : command.map((word) => escapeCell(plainWord(word))).join(' ')
  return [
    style.green(`Made ${key} of this folder: ${files.join(', ')}${ignores ? ', and lines of .gitignore' : ''}.`),
    start === null
      ? 'No file shows how the server starts: set dev.command and dev.port in app.toml.'
      : `Found ${server}${from}: it starts by \`${start}\` and listens on port ${port} (dev in app.toml).`,
    ...(kit === null
      ? []
      : ['', `Paste into ${style.bold('svcapp.js')}, a new file next to your server:`, ...own(framework)]),
    ...(framework === null ? [] : ['', `Paste into ${pastedInto[framework]}:`, ...lines[framework]]),
    '',
    'Next:',
    ...(kit === null ? [] : [`  ${style.bold(`${installs[packageManager]} ./${kit}`)}`]),
    ...(framework === 'workers' ? [`  ${style.bold('npx svcapp-kit migrations --d1 > migrations/0000_kit.sql')}`] : []),
    `  ${style.bold('app dev --approve')}`,
    `  ${style.bold('app check')}`,
  ].join('\n')
}

const installs = { npm: 'npm install', pnpm: 'pnpm add', yarn: 'yarn add', bun: 'bun add' } as const

/** A handler that logs what it got. On Workers the environment comes with each request. */
function own(framework: Framework | null): readonly string[] {
  const isWorker = framework === 'workers'
  return [
    "  import { createApp } from 'svcapp-kit'",
    `  import { ${isWorker ? 'd1' : 'database'} } from 'svcapp-kit/${isWorker ? 'd1' : 'node'}'`,
    '',
    isWorker
      ? '  export const appOn = (env) => createApp({ env, database: d1(env.DB) })'
      : '  export const app = createApp({ env: process.env, database: database(process.env) })',
    "    .on('order.paid', async ({ event, api, log }) => {",
    '      if (event.orderId === null) return',
    '      const { orderNumber } = await api.orders.get({ params: { id: event.orderId } })',
    "      log('order paid', { order: orderNumber })",
    '    })',
  ]
}

const pastedInto: Readonly<Record<Framework, string>> = {
  express: 'your server, before express.json(): signatures cover the raw bytes',
  fastify: 'your server',
  hono: 'your server, before other routes',
  next: 'app/webhooks/route.js, app/auth/[...path]/route.js and app/%5Fkit/[...path]/route.js',
  workers: 'your worker',
  node: 'your server',
}

const imports = ["  import { node } from 'svcapp-kit/node'", "  import { app } from '../svcapp.js'"]

const works = '  await app.work() // jobs, in this process'

const lines: Readonly<Record<Framework, readonly string[]>> = {
  express: [...imports, '  server.use(node(app))', works],
  fastify: [
    ...imports,
    '  const handle = node(app)',
    "  server.addHook('onRequest', async (request, reply) => {",
    '    if (await handle(request.raw, reply.raw)) reply.hijack()',
    '  })',
    works,
  ],
  hono: [
    "  import { app } from '../svcapp.js'",
    '  server.use(async (c, next) => (await app.handle(c.req.raw)) ?? next())',
    works,
  ],
  next: [
    "  import { app } from '../../../svcapp.js' // app/webhooks: '../../svcapp.js'",
    '  export const GET = (request) => app.fetch(request), POST = GET',
    '',
    'Paste into instrumentation.js:',
    '  export async function register() {',
    "    if (process.env.NEXT_RUNTIME !== 'nodejs') return",
    "    const { app } = await import('./svcapp.js')",
    works.replace('  ', '    '),
    '  }',
    '',
    'Paste into next.config.js:',
    "  export default { serverExternalPackages: ['svcapp-kit'] }",
  ],
  workers: [
    "  import { appOn } from '../svcapp.js'",
    '  const response = await appOn(env).handle(request) // in fetch',
    '  if (response !== null) return response',
    '  await appOn(env).tick() // in scheduled, every minute',
  ],
  node: [
    ...imports,
    '  const handle = node(app)',
    '  createServer(async (request, response) => {',
    '    if (await handle(request, response)) return',
    '    // your own routes',
    '  })',
    works,
  ],
}
