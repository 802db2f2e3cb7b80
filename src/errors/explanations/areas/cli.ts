import type { Explained } from '../explanation.ts'

export const cli: Explained<'cli'> = {
  'cli.interrupted': {
    causes: ['Ctrl-C, or a signal.', 'A question was answered with no.'],
    fix: ['Run it again. A write that was on its way may have been done: look before you repeat it.'],
  },
  'cli.old-node': {
    causes: ['`node` in PATH is older than the package needs.'],
    fix: ['Install Node 24 from https://nodejs.org, then run the command again.'],
  },
  'cli.output-lost': {
    causes: ['The disk is full.', 'stdout was closed, or is a device that takes nothing.'],
    example: {
      run: 'app call orders list > /dev/full',
      result: 'stdout cannot be written (ENOSPC: no space left on device, write).',
    },
    check: ['`df -h .` shows what space is left.'],
    fix: ['Free some space or write elsewhere, then run it again. A write to the platform may have been done already.'],
  },
  'cli.unexpected': {
    causes: ['A bug in this tool.'],
    check: ['Run it again with DEBUG=app in the environment: the place of the failure is printed.'],
    fix: ['Report it with that output. `app doctor --bundle report.json` collects the rest, without secrets.'],
  },
}
