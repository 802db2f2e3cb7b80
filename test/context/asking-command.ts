/** A program for echo.test.ts: it asks, works until SIGQUIT (Ctrl-\), and asks again. `argv[2]` says what its work does. */
import { once } from 'node:events'

import { createContext } from '../../src/context/create-context.ts'
import { hasCode } from '../../src/errors.ts'

const { terminal, foreground } = createContext({ root: import.meta.dirname, version: '0.0.0-test' })
const manner = process.argv[2] ?? ''
const quit = once(process, 'SIGQUIT')
process.on('SIGCONT', () => setImmediate(() => terminal.note('continued')))
await terminal.ask.password({ message: 'First' })
// A listener of a signal does not keep the process running.
const working = setInterval(() => {}, 1000)
terminal.note('working')
if (manner === 'runs') {
  await foreground().run({
    file: '/bin/sh',
    args: ['-c', 'echo started; exec /bin/cat'],
    env: {},
    cwd: '/',
    stdout: 'stdout',
  })
  terminal.note('ran')
}
await quit
clearInterval(working)
if (manner === 'fails') throw new Error('failed')
if (manner.startsWith('SIG')) process.kill(process.pid, manner)
try {
  const second = await terminal.ask.password({ message: 'Second' })
  terminal.out(`length ${second.length}`)
} catch (error) {
  process.exit(hasCode(error, 'cli.interrupted') ? 130 : 1)
}
