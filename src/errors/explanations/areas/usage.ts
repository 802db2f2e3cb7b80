import type { Explained } from '../explanation.ts'

export const usage: Explained<'usage'> = {
  'usage.invalid': {
    causes: [
      'A flag is unknown, or two flags exclude each other.',
      'A value is not allowed. The message lists the allowed values.',
      'An emulator command has --target live.',
    ],
    check: ['Add --help to the command to see its flags and examples.'],
    fix: ['Use one of the values in the message.'],
  },
  'usage.missing': {
    causes: [
      'A required argument or flag is missing. Some values have no prompt, even in a terminal.',
      'The command needs a prompt, and stdin is not a terminal.',
    ],
    check: ['Add --help to the command to see its required arguments and flags.'],
    fix: ['Add the value. Every prompt has a flag for scripts, such as --yes.'],
  },
  'usage.unknown-command': {
    causes: ['The command or topic has a typo.', 'A flag precedes the command.'],
    example: { run: 'app inti app.acme.z', result: 'Unknown command "inti". Did you mean `app init`?' },
    check: ['`app commands` lists all commands.'],
    fix: ['Use the suggested command.', 'Put flags after the command.'],
  },
}
