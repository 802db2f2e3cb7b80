/** Long enough for another tab to respond, short enough to go unnoticed. */
const PATIENCE_MS = 400

/** Pattern of a token, or a ticket for one. */
export const TOKEN_SHAPE = String.raw`[\w-]{20,100}`

const TOKEN = new RegExp(`^${TOKEN_SHAPE}$`)

/**
 * A tab that was opened by a link has no token, so another open tab of this inspector sends its token. Only pages of this origin,
 * including the port, receive it, so the token appears in no address or history. Returns an empty text if no tab responds.
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

/** Responds to tabs that ask for the token. Called once the token has opened the page. */
export function shareToken(token: string): void {
  const channel = new BroadcastChannel('svcapp-inspector')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // oxlint-disable-next-line require-post-message-target-origin -- a channel is of one origin and takes no other
    if (data === 'token?') channel.postMessage(token)
  })
}
