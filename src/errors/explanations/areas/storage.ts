import type { Explained } from '../explanation.ts'

export const storage: Explained<'storage'> = {
  'storage.broken': {
    causes: [
      'The database file is damaged or is not a SQLite database.',
      'The folder is not writable.',
      'A snapshot is incomplete, or the key that encrypted its secrets is missing.',
    ],
    check: ["`app doctor` checks the journal, the emulator's state and the disk."],
    fix: [
      "Rename the damaged file or the emulator's state folder. The next command creates a new one. Delete the renamed one only if you are sure that you do not need it.",
    ],
  },
  'storage.busy': {
    causes: ['Another command, or a program such as a database browser, has locked the database.'],
    fix: ['Wait until the other program finishes, or stop it. Then run the command again. No data is damaged.'],
  },
  'storage.not-private': {
    causes: [
      'The state folder belongs to another user, who could read and change its files.',
      'SVCAPP_HOME is a folder that all users share, such as /tmp.',
    ],
    example: {
      run: 'SVCAPP_HOME=/tmp app token list',
      result: '/tmp belongs to another user or is shared by all users.',
    },
    fix: ['Set SVCAPP_HOME to your own folder or a new one.'],
  },
  'storage.newer': {
    causes: ['A newer version of svcapp used the same state folder.'],
    fix: ['Update svcapp, or set SVCAPP_HOME to another folder.'],
  },
  'storage.older': {
    causes: ['A preview version of svcapp used the same state folder.'],
    check: ['`app doctor` lists each file from another version.'],
    fix: [
      'Rename the file that the message shows. Then run the command again to create a new one. Do not rename `credentials.json` or `emulator-secrets.json`, because they contain your secrets.',
      'If the file is a snapshot, create its state again and save a new snapshot.',
    ],
  },
  'storage.symlink': {
    causes: [
      'The state folder or a file in it was replaced with a link, so data would be written elsewhere.',
      'The path of an output file, such as the path in --out, has a linked folder below the current folder.',
    ],
    fix: [
      "Replace the link with a real file or folder, or set SVCAPP_HOME to the link's target.",
      'For an output file, specify a path without links.',
    ],
  },
  'storage.unwritable': {
    causes: ['The disk is full.', 'The folder is missing or not writable.'],
    check: ['Run `df -h .`, and `ls -ld` on the folder.'],
    fix: ['Free some space, allow writing to the folder, or choose another file.'],
  },
}
