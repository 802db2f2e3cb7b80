import type { Explained } from '../explanation.ts'

export const pin: Explained<'pin'> = {
  'pin.ambiguous': {
    causes: ['Two regions of the install have the same country, currency or name.'],
    check: ['`app context` lists the regions.'],
    fix: ['Use the code or id of the region.'],
  },
  'pin.ignored': {
    causes: ['The install is for a single region. The platform would ignore another region and respond for its own.'],
    check: ['`app token list` shows the region of each install.'],
    fix: [
      'Leave out --region.',
      {
        emulator: 'Or install the app there too: `app install --region de`.',
        live: "Or install the app there too: `app install`. The store's manager selects the region in the admin, then approves.",
      },
    ],
  },
  'pin.missing': {
    causes: [
      'The install has several regions, and the endpoint needs one.',
      'The app is installed in several regions, each with its own token.',
    ],
    check: ['`app context` lists the regions.'],
    fix: ['Choose one with --region. To read a list for every region, use --region all.'],
  },
  'pin.unknown': {
    causes: [
      'The region has a typo, is closed, or belongs to another store.',
      'The region was opened after the regions were last read.',
      'The app is not installed in it. Each region of a store has its own install and token.',
    ],
    check: ['`app context` reads and saves the current regions.'],
    fix: [
      'Use one of these regions.',
      {
        emulator: 'Or install the app in it: `app install --region de`.',
        live: "Or install the app in it: `app install`. The store's manager selects the region in the admin, then approves.",
      },
    ],
  },
}
