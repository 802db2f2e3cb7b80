import type { Explained } from '../explanation.ts'

export const cli: Explained<'cli'> = {
  'cli.interrupted': {
    causes: ['Ctrl-C or a signal stopped the command.', 'You answered no to a prompt.'],
    fix: ['If the command writes, first check whether the write has completed. Then run the command again if needed.'],
  },
  'cli.old-node': {
    causes: ['`node` in PATH is older than the package requires.'],
    fix: ['Install Node 24 from https://nodejs.org, then run the command again.'],
  },
  'cli.output-lost': {
    causes: ['The disk is full.', 'stdout is closed or not writable.'],
    example: {
      run: 'app call orders list > /dev/full',
      result: 'stdout cannot be written (ENOSPC: no space left on device, write).',
    },
    check: ['`df -h .` shows the free space.'],
    fix: [
      'Free some space or write elsewhere, then run the command again. If it writes to the platform, first check whether the write has completed.',
    ],
  },
  'cli.unexpected': {
    causes: ['A bug in this tool.'],
    check: ['Run the command again with DEBUG=app in the environment to print the stack trace.'],
    fix: ['Report the bug with that output. `app doctor --bundle report.json` collects details without secrets.'],
  },
}
