import type { Explained } from '../explanation.ts'

export const store: Explained<'store'> = {
  'store.ambiguous': {
    causes: ['Two stores have codes that differ only in letter case.'],
    check: ['`app token list` shows the installs with their stores.'],
    fix: ['Use the store id, or the code in its exact letter case.'],
  },
  'store.unknown': {
    causes: [
      'The code or id has a typo.',
      'The app is not installed in the store, and the command needs an install.',
      'The emulator was reset, or the store is on the other target.',
    ],
    check: [{ emulator: "`app store list` lists the emulator's stores." }, '`app token list` shows the installs.'],
    fix: [
      {
        emulator: 'Use a store from `app store list`, or create another: `app store open --name "Another store"`.',
        live: 'Use a store from `app token list`.',
      },
    ],
  },
}
