import type { Explained } from '../explanation.ts'

export const embed: Explained<'embed' | 'manifest'> = {
  'embed.no-panel': {
    causes: [
      'The manifest has no appUrl, a renderMode other than iframe, or a slot path that points outside the app.',
      'The app was registered without a manifest.',
    ],
    check: ['`app manifest validate` lists each problem with its field.'],
    fix: ['Correct [manifest] in app.toml, then run `app register`.'],
  },
  'embed.rejected': {
    causes: [
      "The token is older than 120 s plus 60 s of clock skew, or its issuer's clock is ahead.",
      'The token was signed with another secret, or changed in transit.',
      'The token is for another app, or the text is not an embed token.',
    ],
    check: [
      "`app embed decode` shows the token's claims.",
      "`app embed token | app embed verify` tests this machine's signing secret.",
    ],
    fix: ['Close the panel in the store admin and open it again to get a new token.'],
  },
  'manifest.rejected': {
    causes: [
      'appUrl is missing, is not https, or has the same origin as the store admin.',
      'renderMode is not iframe, or installScope is neither region nor store.',
      'A slot path is absolute, starts with //, or points to another origin.',
    ],
    check: ['`app manifest validate --json` prints a code for each problem.'],
    fix: [
      'Correct the fields that the result lists. A slot of unknown type is not an error, but the platform drops it.',
    ],
  },
}
