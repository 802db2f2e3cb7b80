import type { Explained } from '../explanation.ts'

export const storage: Explained<'storage'> = {
  'storage.broken': {
    causes: [
      'The file is not a SQLite database, or a damaged one.',
      'The folder may not be written.',
      'A snapshot is incomplete, or a key of the emulator is not the one that sealed its secrets.',
    ],
    check: ['`app doctor` looks at the journal, the state of the emulator and the disk.'],
    fix: [
      'Do what the message names: a damaged file is moved aside, for the emulator the folder of its state, and the next start makes a new one. Do not delete it before you know that you do not need it.',
    ],
  },
  'storage.busy': {
    causes: ['Another command, or another program such as a database browser, keeps the file locked.'],
    fix: ['Wait for the other program to end, or stop it, and run the command again. Nothing is damaged.'],
  },
  'storage.not-private': {
    causes: [
      'The folder of state belongs to another user, who could read and change what is in it.',
      'SVCAPP_HOME names a folder that all users share, such as /tmp.',
    ],
    example: { run: 'SVCAPP_HOME=/tmp app token list', result: 'The folder belongs to another user, or to all users.' },
    fix: ['Point SVCAPP_HOME at a folder of your own, or at one that does not exist yet.'],
  },
  'storage.newer': {
    causes: ['A newer version of this tool was used on the same folder.'],
    fix: ['Update the tool, or point SVCAPP_HOME at another folder.'],
  },
  'storage.older': {
    causes: ['A preview of this tool, which was never released, was used with the same folder.'],
    check: ['`app doctor` lists each file of another version.'],
    fix: [
      'Move aside what the message names, and run the command again: it creates a new one. Keep `credentials.json` and `emulator-secrets.json` where they are: they and the keychain hold your secrets.',
      'For a snapshot: create the state again, and save it.',
    ],
  },
  'storage.symlink': {
    causes: [
      'The folder of state or a file in it was replaced by a link. What is written through it would go elsewhere.',
    ],
    fix: ['Put a real file or folder there, or point SVCAPP_HOME at where it should be.'],
  },
  'storage.unwritable': {
    causes: ['No space is left.', 'The folder is gone, or may not be written.'],
    check: ['`df -h .` and `ls -ld` of the folder.'],
    fix: ['Free some space, permit writing there, or name a file elsewhere.'],
  },
}
