/** What the app can do in another way that is equally right. CARELESS names it. */
export const variations = {
  'accepts-with-204': 'Takes a delivery with 204',
  'accepts-with-202': 'Takes a delivery with 202',
  'refuses-with-403': 'Refuses a delivery with 403',
  'answers-first': 'Keeps a delivery on disk, answers, and does the work after it',
  'keeps-rows': 'Keeps a row for each sale, and no totals',
  patient: 'Waits twenty seconds after a 429 that names no time',
  'asks-no-token': 'Believes an uninstall without asking',
  'no-skew': 'Allows no skew',
  'embed-once': 'Takes an embed token once',
  'header-session': 'Sends the embed token as X-Service-Embed-Token',
  'replace-state': 'Takes the token out of the address by history.replaceState',
  'other-cookie-name': 'Names its cookie otherwise',
  'cookie-lifetime': 'Gives its cookie a lifetime and more attributes',
  'refuses-panel-with-200': 'Shows a panel that does not open with 200',
  'no-codes': 'Says no code on a panel that does not open',
  'more-ancestors': 'Lets its own origin and another one frame it too',
  'more-headers': 'Sends further headers',
  'installs-without-redirect': 'Ends an install with a page',
  'redirects-with-302': 'Begins an install with 302',
} as const

export type VariationName = keyof typeof variations
