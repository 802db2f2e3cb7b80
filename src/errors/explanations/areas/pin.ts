import type { Explained } from '../explanation.ts'

export const pin: Explained<'pin'> = {
  'pin.ambiguous': {
    causes: ['Two regions of the install have the same country, currency or name.'],
    check: ['`app context` lists the regions.'],
    fix: ["Use the region's code or id."],
  },
  'pin.ignored': {
    causes: ['The install is for a single region. The platform would ignore the pin and respond for that region.'],
    check: ['`app token list` shows the region of each install.'],
    fix: [
      'Leave out --region.',
      {
        emulator: 'Or install the app in the other region too: `app install --region de`.',
        live: 'Or install the app in the other region too: `app install`. The store owner selects the region in the store admin, then approves.',
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
      "The region's name has a typo, or the region is closed or belongs to another store.",
      'The region was opened after the regions were last read.',
      'The app is not installed in that region. Each region of a store has its own install and token.',
    ],
    check: ['`app context` reads and saves the current regions.'],
    fix: [
      'Use a region that `app context` lists.',
      {
        emulator: 'Or install the app in the region: `app install --region de`.',
        live: 'Or install the app in the region: `app install`. The store owner selects the region in the store admin, then approves.',
      },
    ],
  },
}
