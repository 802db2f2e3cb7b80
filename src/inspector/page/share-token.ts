/** Long enough for another tab to answer, short enough that nobody waits. */
const PATIENCE_MS = 400

const TOKEN = /^[0-9a-f-]{20,100}$/

/**
 * A tab that a link opened has no token; one of this inspector that is open already hands it over. Only pages of this origin, port included, hear each other,
 * so the token stands in no address and in no history. Empty where no tab answers.
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

/** Answers the tabs that ask; called when the token has opened the page. */
export function shareToken(token: string): void {
  const channel = new BroadcastChannel('svcapp-inspector')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    // oxlint-disable-next-line require-post-message-target-origin -- a channel is of one origin and takes no other
    if (data === 'token?') channel.postMessage(token)
  })
}
