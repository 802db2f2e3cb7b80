import { TOKEN_ELSEWHERE } from '../client/token-elsewhere.ts'
import type { TokenHolder } from '../project/installs.ts'
import { secondApp } from '../project/toml/registration-files.ts'

/** Remedies around an install that differ between the targets: on the live platform no command approves or registers. */
export const installAdvice = {
  emulator: {
    withoutBrowser: "Without a browser: `app install --approve` approves as the store's manager.",
    withoutListener: 'Or do without a listener: `app install --approve` or `app install --paste`.',
    withoutPerson: '`app install --approve` needs no address.',
    redirectUnfit: [
      'The first entry of redirect_uris in app.toml is the only one that is used; for example http://127.0.0.1:3000/auth/callback. Then `app register`.',
      'Or do without a listener: `app install --approve` or `app install --paste`.',
    ],
  },
  live: {
    withoutBrowser:
      'For a browser on another machine: `app install --target live --paste` asks for the address that it ends on.',
    withoutListener: 'Or do without a listener: `app install --target live --paste`.',
    withoutPerson: TOKEN_ELSEWHERE,
    redirectUnfit: [
      'Paste the address that the browser ends on: `app install --target live --paste`.',
      'Or install through your app: `app dev --target live`, then i.',
      'Only the first entry of redirect_uris is used. It must be the same in app.toml and in the developer console.',
    ],
  },
} as const

/** Said before every install on the live platform: from here it cannot be seen whether the app is installed there, and who uses its token. */
export function revokingWarning(receiver: TokenHolder, dir: string): string {
  return `If the app is already installed in that store and region, approving makes its current token invalid, including the token of your deployed app or of a colleague. ${newTokenNote(receiver)}${secondApp(dir)}`
}

export function newTokenNote(receiver: TokenHolder): string {
  return `The new token goes to ${receiver === 'cli' ? 'this tool only' : 'the app that `app dev` runs'}.`
}
