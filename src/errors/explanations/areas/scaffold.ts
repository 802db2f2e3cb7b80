import type { Explained } from '../explanation.ts'

export const scaffold: Explained<'scaffold'> = {
  'scaffold.failed': {
    causes: ['The folder may not be written, or the disk is full.', 'This installation of the tool is incomplete.'],
    check: ['`ls -ld` of the folder above, and `df -h .`.'],
    fix: ['Name another folder with --dir.', 'Install the tool again if a file of it is missing.'],
  },
  'scaffold.folder-not-empty': {
    causes: ['The folder is there already and holds files.'],
    check: ['`ls -A` of that folder.'],
    fix: ['Name another one with --dir; nothing is ever overwritten.'],
  },
  'scaffold.install-failed': {
    causes: [
      'The package manager has no network, and not all packages are in its cache.',
      'It failed for another reason.',
    ],
    check: ['`npm ping`'],
    fix: [
      '`npm install` (or your package manager) in the folder, as soon as there is a network. The app itself is complete.',
    ],
  },
  'scaffold.key-invalid': {
    causes: ['A key is app.<company>.<name> of lowercase letters, digits and hyphens.'],
    example: { run: 'app init Loyalty', result: 'What is wrong with the key, and one that is allowed.' },
    fix: ['`app init app.acme.loyalty`'],
  },
}
