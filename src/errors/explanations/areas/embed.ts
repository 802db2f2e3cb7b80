import type { Explained } from '../explanation.ts'

export const embed: Explained<'embed' | 'manifest'> = {
  'embed.no-panel': {
    causes: [
      'The manifest has no appUrl, another renderMode than iframe, or a slot whose path leads away from the app.',
      'The app was registered without a manifest.',
    ],
    check: ['`app manifest validate` names each problem with its field.'],
    fix: ['Correct [manifest] in app.toml, then `app register`.'],
  },
  'embed.rejected': {
    causes: [
      'The token is older than 120 s and 60 s of skew, or was issued by a clock that is ahead.',
      'It was signed with another secret, or changed on its way.',
      'It is for another app, or no token at all.',
    ],
    check: [
      '`app embed decode` shows what the token says.',
      '`app embed token | app embed verify` shows that the signing secret of this machine is right.',
    ],
    fix: ['Close the panel in the store admin and open it again: it brings a new token.'],
  },
  'manifest.rejected': {
    causes: [
      'appUrl is missing, not https, or has the origin of the store admin.',
      'renderMode is not iframe, or installScope is neither region nor store.',
      'The path of a slot is absolute, begins with //, or leads to another origin.',
    ],
    check: ['`app manifest validate --json` gives a code for each problem.'],
    fix: ['Correct the fields that are named. A slot of unknown type is no problem, but the platform drops it.'],
  },
}
