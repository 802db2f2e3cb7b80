/** Long enough for another tab to answer, short enough to go unnoticed. */
const PATIENCE_MS = 400

/** How a token, or a ticket for one, is written. */
export const TOKEN_SHAPE = String.raw`[\w-]{20,100}`

const TOKEN = new RegExp(`^${TOKEN_SHAPE}$`)

/**
 * A tab that was opened by a link has no token; another open tab of this inspector passes its token on. Only pages of this origin, port included, hear each
 * other, so the token appears in no address and in no history. Empty where no tab answers.
 */
export function askForToken(): Promise<string> {
  const channel = new BroadcastChannel('svcapp-inspector')
  return new Promise((resolve) => {
    const finish = (token: string) => {
      clearTimeout(timer)
      channel.close()
      resolve(token)
    }
    const timer = setTimeout(() => finish(''), PATIENCE_MS)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && TOKEN.test(data)) finish(data)
    })
    // oxlint-disable-next-line require-post-message-target-origin -- a channel is of one origin and takes no other
    channel.postMessage('token?')
  })
}

/** Answers tabs that ask for the token. Called once the token has opened the page. */
export function shareToken(token: string): void {
  const channel = new BroadcastChannel('svcapp-inspector')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // oxlint-disable-next-line require-post-message-target-origin -- a channel is of one origin and takes no other
    if (data === 'token?') channel.postMessage(token)
  })
}
