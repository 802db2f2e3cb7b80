import { TOKEN_ELSEWHERE } from '../client/token-elsewhere.ts'
import type { TokenHolder } from '../project/installs.ts'
import { secondApp } from '../project/toml/registration-files.ts'
import { isPlainLoopback } from '../protocol/web-address.ts'

/** Suggestions for an install that differ between the targets: on the live platform no command approves or registers. */
export const installAdvice = {
  emulator: {
    withoutBrowser: "To approve as the store's manager without a browser, run `app install --approve`.",
    withoutListener: 'Or install without a listener: `app install --approve` or `app install --paste`.',
    withoutPerson: 'Or run `app install --approve`, which needs no URL.',
    redirectUnfit: [
      'Set the first entry of redirect_uris in app.toml, for example http://127.0.0.1:3000/auth/callback. Then run `app register`.',
      'Or install without a listener: `app install --approve` or `app install --paste`.',
    ],
  },
  live: {
    withoutBrowser:
      "If the browser is on another machine, run `app install --target live --paste` and paste the browser's final URL.",
    withoutListener: 'Or install without a listener: `app install --target live --paste`.',
    withoutPerson: TOKEN_ELSEWHERE,
    redirectUnfit: [
      "Run `app install --target live --paste` and paste the browser's final URL.",
      'Or install through your app: run `app dev --target live` and press i.',
      'Use the same first entry of redirect_uris in app.toml and in the developer console. Other entries are not used.',
    ],
  },
} as const

/** Returns the warning shown before every live install: this machine cannot see whether the app is installed there, and who uses its token. */
export function revokingWarning(receiver: TokenReceiver, dir: string): string {
  return `If the app is already installed in the selected store and region, approving revokes its current token there. Your deployed app or a colleague may be using that token. ${newTokenNote(receiver)}${secondApp(dir)}`
}

/** Who gets the token of an install: this tool, the app that `app dev` runs, or a deployed app at another host. */
export type TokenReceiver = TokenHolder | { readonly host: string }

/**
 * Returns who gets the token of an install that starts in `app dev`. `address` is the redirect URL or another URL at its
 * origin, and `publicOrigin` is that of the session. The app that `app dev` runs has no other public address.
 */
export function receiverAt(address: string, publicOrigin: string | null): TokenReceiver {
  const { origin, host } = new URL(address)
  return origin === publicOrigin || isPlainLoopback(address) ? 'app' : { host }
}

export function newTokenNote(receiver: TokenReceiver): string {
  if (typeof receiver === 'object')
    return `The redirect URL is at ${receiver.host}, so the app there gets the new token, not the app that \`app dev\` runs.`
  return `The new token goes to ${receiver === 'cli' ? 'this tool only' : 'the app that `app dev` runs'}.`
}
