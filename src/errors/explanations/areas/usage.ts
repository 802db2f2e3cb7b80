import type { Explained } from '../explanation.ts'

export const usage: Explained<'usage'> = {
  'usage.invalid': {
    causes: [
      'A flag that the command does not have, or two that exclude each other.',
      'A value that is not allowed: the message lists those that are.',
      'A command of the emulator with --target live.',
    ],
    check: ['The command with --help shows its flags and examples.'],
    fix: ['Give one of the values that the message lists.'],
  },
  'usage.missing': {
    causes: [
      'An argument or flag that must be given.',
      'A question that cannot be asked, because stdin is not a terminal.',
    ],
    check: ['The command with --help marks what must be given.'],
    fix: ['Give it; a question that is asked in a terminal has a flag for scripts, such as --yes.'],
  },
  'usage.unknown-command': {
    causes: ['A misspelt command or topic.', 'Flags before the command: they belong after it.'],
    example: { run: 'app inti app.acme.z', result: 'There is no command "inti", and: Did you mean `app init`?' },
    check: ['`app commands` lists all commands.'],
    fix: ['Type the one that is suggested.'],
  },
}
