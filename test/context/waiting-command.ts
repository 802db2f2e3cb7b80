/** A program of its own for signals.test.ts: a command that waits, run as main.ts would. `argv[2]` says how it takes an interruption. */
import { AppCommand } from '../../src/cli.ts'
import { reportError } from '../../src/main/report-error.ts'
import { smallConfig } from '../../src/main/small-config.ts'

const manner = process.argv[2]

class Wait extends AppCommand<{ done: true }> {
  async run(): Promise<{ done: true }> {
    const { sleep, terminal } = this.context
    if (manner === 'deaf') {
      terminal.note('ready')
      await sleep(60_000)
    }
    // Only asking for it makes a signal an interruption: from here on, so that is when the test may send one.
    const { interrupted } = this.context
    terminal.note('ready')
    if (manner === 'gives-up') await sleep(60_000, interrupted)
    if (manner === 'stubborn') {
      interrupted.addEventListener('abort', () => terminal.note('interrupted'))
      await sleep(60_000)
    }
    if (manner === 'tidy') {
      // The system may hand two signals of another process to two threads at once. Those of the process itself arrive in order.
      process.kill(process.pid, 'SIGINT')
      process.kill(process.pid, 'SIGTERM')
      await sleep(60_000, interrupted).catch(() => {})
      await sleep(400)
      terminal.note(`tidied up after ${String(interrupted.reason)}`)
    }
    if (manner === 'floods') for (;;) await sleep(1, interrupted).then(() => terminal.out('x'.repeat(1000)))
    return { done: true }
  }
}

const pjson = { name: 'svcapp', version: '0.0.0-test', oclif: { bin: 'app', topicSeparator: ' ', commands: '' } }
const argv = process.argv.slice(3)
try {
  await new Wait(argv, smallConfig({ root: import.meta.dirname, pjson }))._run()
  process.exit(0)
} catch (error) {
  process.exit(reportError(error, argv))
}
