import type { Explained } from '../explanation.ts'

export const pin: Explained<'pin'> = {
  'pin.ambiguous': {
    causes: ['Two regions of the install have the same country, currency or name.'],
    check: ['`app context` lists the regions.'],
    fix: ['Name one by its code or id.'],
  },
  'pin.ignored': {
    causes: [
      'The install is one for a single region, and another was named. The platform would silently ignore it and answer for the region of the install.',
    ],
    check: ['`app token list` shows the region of each install.'],
    fix: [
      'Leave --region out.',
      {
        emulator: 'Or install there too: `app install --region de`.',
        live: "Or install there too: `app install`. The store's manager selects the region in the admin, then approves.",
      },
    ],
  },
  'pin.missing': {
    causes: [
      'The install has several regions, and the endpoint answers for one.',
      'The app is installed in several regions, with a token for each.',
    ],
    check: ['`app context` lists the regions.'],
    fix: ['Name one with --region; --region all asks each where a list is read.'],
  },
  'pin.unknown': {
    causes: [
      'The region is misspelt, closed, or one of another store.',
      'It was opened after the install was read here.',
      'The app is not installed in it: each region of a store has its own install and token.',
    ],
    check: ['`app context` asks the platform, and remembers the regions of today.'],
    fix: [
      'Name one of those.',
      {
        emulator: 'Or install the app in it: `app install --region de`.',
        live: "Or install the app in it: `app install`. The store's manager selects the region in the admin, then approves.",
      },
    ],
  },
}
