import type { Explained } from '../explanation.ts'

export const scaffold: Explained<'scaffold'> = {
  'scaffold.failed': {
    causes: ['The folder is not writable, or the disk is full.', 'This installation of svcapp is incomplete.'],
    check: ['Run `df -h .`, and `ls -ld` on the parent folder.'],
    fix: ['Choose another folder with --dir.', 'Reinstall svcapp if one of its files is missing.'],
  },
  'scaffold.folder-not-empty': {
    causes: ['The folder exists and contains files.'],
    check: ['Run `ls -A` in the folder.'],
    fix: ['Choose another folder with --dir.'],
  },
  'scaffold.install-failed': {
    causes: [
      'The package manager has no network, and some packages are not cached.',
      'The package manager failed for another reason.',
    ],
    check: ['`npm ping`'],
    fix: [
      'When you are online, run `npm install` (or your package manager) in the folder. The app itself is complete.',
    ],
  },
  'scaffold.key-invalid': {
    causes: ['The key does not have the form app.<company>.<name> with lowercase letters, digits and hyphens.'],
    fix: ['Use a valid key: `app init app.acme.loyalty`'],
  },
}
