import type { Explained } from '../explanation.ts'

/** What `app chaos run` meets. */
export const chaos: Explained<'chaos'> = {
  'chaos.broke': {
    causes: [
      'The app answered an event before it was stored, or did not take it when it came again.',
      'It trusts a delivery whose signature is wrong, or waits for the platform before it answers.',
      'The command that was run under faults failed.',
    ],
    example: { run: 'app chaos run --seed 42', comes: 'A list of what broke, each with its first events.' },
    check: [
      'The last line of the result does the same once more: its seed decides every fault.',
      '`app webhook list` and `app dev logs` show what the app said to each event.',
    ],
    mend: [
      'Store the event first, answer 2xx, do the work afterwards, and each event once: the `eventId` is its key.',
      '`app explain webhook.not-genuine` for signatures.',
    ],
  },
  'chaos.no-app': {
    causes: ['`app dev` does not run in this folder, is not ready yet, or runs with the live platform.'],
    example: { run: 'app chaos run', comes: '`app dev` does not run in this project.' },
    check: ['`app dev status`'],
    mend: [
      '`app dev --background`, and then once more.',
      'Or run a command under faults: `app chaos run -- npm test`.',
    ],
  },
  'chaos.running': {
    causes: ['`app chaos run` is at work in another terminal.'],
    example: { run: 'app chaos run', comes: 'Another `app chaos run` is at work on this platform.' },
    check: ['`app emulator fault list` shows its faults.'],
    mend: ['Wait for its end, or stop it with Ctrl-C: it takes its faults back.'],
  },
}
