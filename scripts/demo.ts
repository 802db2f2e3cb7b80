/**
 * Narrates the main workflow on the emulator: scaffold, run, install, event, call. Run it with `npm run demo`. Everything happens
 * in a temporary folder with its own state folder. In a terminal it runs until Ctrl-C. Elsewhere it exits when done.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

import type { DevEvent } from '../src/dev/events/dev-event.ts'
import { style } from '../src/terminal/style.ts'
import { devEventLine } from '../src/views/dev/dev-events.ts'
import { openDemo } from './demo/environment.ts'
import { moveAppPort } from './demo/move-app-port.ts'

const look = style(process.stdout.isTTY && process.env['NO_COLOR'] === undefined)
const stays = process.stdin.isTTY && process.stdout.isTTY
const demo = openDemo()
const { project, home, interrupted } = demo

type Of<K extends DevEvent['event']> = Extract<DevEvent, { event: K }>

try {
  await narrate()
} catch (error) {
  if (interrupted.aborted) {
    process.exitCode = 130
    console.error(look.dim('\nInterrupted. Stopping all processes and removing the folder.'))
  } else {
    process.exitCode = 1
    console.error(look.red(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`))
  }
} finally {
  await demo.close()
}

async function narrate(): Promise<void> {
  // A fresh checkout has no kit yet. Its builder loads a bundler, so it comes after the interrupt handling.
  const { buildKit } = await import('./build/kit.ts')
  await buildKit()
  chapter('1', 'Create an app. It is a complete project with its own tests.')
  await app(['init', 'app.acme.loyalty', '--yes', '--dir', project], home)
  if (!(await portsAreFree([3000]))) await moveAppPort(project)

  chapter(
    '2',
    'Run it. `app dev` starts the emulator, registers the app and creates a test store. The manager approves the install.',
  )
  const events = await startDev()
  await events.first('ready')
  const installed = await events.first('installed')

  chapter(
    '3',
    'A customer pays an order in Türkiye. The emulator signs and sends the event, and the gateway verifies it.',
  )
  await app(['emulator', 'order', 'place', '--region', 'tr', '--paid'])
  await events.first('delivery', (event) => event.topic === 'order.paid' && event.status === 200)

  chapter('4', "Call the API for that region, with the install's token.")
  await app(['call', 'orders', 'list', '--region', 'tr', '--status', 'paid'])

  chapter('5', 'Send a test event, then one with an invalid signature, which the app must reject.')
  await app(['webhook', 'trigger', 'order.created'])
  await app(['webhook', 'trigger', 'order.created', '--bad-signature'])

  chapter('6', 'Open any of these URLs.')
  addresses({
    'your app': await addressOf('app'),
    'store admin': `${await addressOf('admin')}  (works once)`,
    portal: `${await addressOf('portal')}  (works once)`,
    inspector: await addressOf('inspector'),
    storefront: await addressOf('storefront'),
  })
  console.log(
    look.green(`\nThe app is installed in ${installed.storeName}, has received an event and has read the order.`),
  )
  if (!stays) return
  console.log(
    `\nTo continue in another terminal, paste this line. Then ${look.bold('app open admin')} opens the store admin again:`,
  )
  console.log(look.cyan(`cd '${project}' && export SVCAPP_HOME='${demo.stateHome}' && alias app='${demo.command}'`))
  console.log(look.dim('\nThe demo keeps running. Ctrl-C stops it and removes the folder.'))
  if (!interrupted.aborted) await once(interrupted, 'abort')
}

function isOf<K extends DevEvent['event']>(event: DevEvent, kind: K): event is Of<K> {
  return event.event === kind
}

function chapter(number: string, text: string): void {
  console.log(`\n${look.bold(`${number}. ${text}`)}`)
}

/** Runs one command with its output on this terminal. Throws if it fails. */
async function app(args: readonly string[], cwd = project): Promise<void> {
  console.log(look.cyan(`$ app ${args.map((arg) => (arg === project ? 'loyalty' : arg)).join(' ')}`))
  interrupted.throwIfAborted()
  const child = demo.start(args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], guarded: args[0] === 'init' })
  const stop = () => void child.kill('SIGINT')
  interrupted.addEventListener('abort', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  interrupted.removeEventListener('abort', stop)
  interrupted.throwIfAborted()
  if (code !== 0) throw new Error(`app ${args.join(' ')} exited with ${code}.`)
}

/** Returns the real address behind a page. Addresses of the admin and portal contain a single-use ticket. */
async function addressOf(page: string): Promise<string> {
  interrupted.throwIfAborted()
  const child = demo.start(['open', page, '--json'], { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] })
  const [said, [code]] = await Promise.all([text(child.stdout ?? []), once(child, 'exit') as Promise<[number | null]>])
  interrupted.throwIfAborted()
  if (code !== 0) throw new Error(`app open ${page} exited with ${code}: ${said}`)
  return (JSON.parse(said) as { url: string }).url
}

async function text(stream: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Starts `app dev` and narrates its events as they arrive. */
async function startDev() {
  const ports = (await portsAreFree([4800, 4801, 4802, 4803, 4810, 4811]))
    ? []
    : ['--port', '0', '--outbound-port', '0', '--inspector-port', '0', '--emulator-port', '0']
  console.log(look.cyan(['$ app dev --approve', ...ports].join(' ')))
  interrupted.throwIfAborted()
  const dev: ChildProcess = demo.start(['dev', '--approve', '--json', ...ports], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    guarded: true,
  })
  const seen: DevEvent[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of waiting) check()
  }
  if (!dev.stdout) throw new Error('app dev has no output.')
  createInterface({ input: dev.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as DevEvent | { event?: undefined }
    // The last document after our own Ctrl-C is the error about the interrupt.
    if (event.event === undefined) return
    seen.push(event)
    const words = devEventLine(event, { style: look })
    if (words !== '') console.log(words)
    wake()
  })
  dev.on('exit', wake)
  interrupted.addEventListener('abort', wake)
  return {
    /** Returns the first matching event of this kind, past or future. */
    first: <K extends DevEvent['event']>(kind: K, fits: (event: Of<K>) => boolean = () => true): Promise<Of<K>> =>
      new Promise((resolve, reject) => {
        const finish = (end: () => void) => {
          clearTimeout(timer)
          waiting.delete(check)
          end()
        }
        const late = () => reject(new Error(`No ${kind} event within ten minutes.`))
        const timer = setTimeout(() => finish(late), 600_000)
        const check = () => {
          const found = seen.find((event) => isOf(event, kind) && fits(event))
          if (interrupted.aborted) finish(() => reject(new Error('interrupted')))
          else if (found) finish(() => resolve(found as Of<K>))
          else if (dev.exitCode !== null) finish(() => reject(new Error(`app dev exited with ${dev.exitCode}.`)))
        }
        waiting.add(check)
        check()
      }),
  }
}

function addresses(rows: Readonly<Record<string, string>>): void {
  for (const [name, address] of Object.entries(rows)) console.log(`  ${name.padEnd(16)} ${look.cyan(address)}`)
}

async function portsAreFree(ports: readonly number[]): Promise<boolean> {
  const tries = ports.map(
    (port) =>
      new Promise<boolean>((resolve) => {
        const server = createServer()
        server.once('error', () => resolve(false))
        server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
      }),
  )
  return (await Promise.all(tries)).every(Boolean)
}
