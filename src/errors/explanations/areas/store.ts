import type { Explained } from '../explanation.ts'

export const store: Explained<'store'> = {
  'store.ambiguous': {
    causes: ['Two stores have codes that differ only in letter case.'],
    check: ['`app token list` shows the installs with their stores.'],
    fix: ['Name the store by its id, or by its code in the exact letter case.'],
  },
  'store.unknown': {
    causes: [
      'The code or id is misspelt.',
      'The app is not installed in that store, and the command is about an install.',
      'The emulator was emptied since, or the other target is meant.',
    ],
    example: { run: 'app store admin nope', result: 'There is no store nope here; nothing was done.' },
    check: [{ emulator: '`app store list` shows the stores of the emulator.' }, '`app token list` shows the installs.'],
    fix: ['Name one of those.', { emulator: 'Or open another: `app store create --name "Another store"`.' }],
  },
}
