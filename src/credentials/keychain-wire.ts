/** What the keychain process is asked for: one JSON line on its stdin. */
export interface KeychainRequest {
  readonly id: number
  /** `set` reads back; `probe` writes, reads and deletes. */
  readonly op: 'get' | 'set' | 'remove' | 'probe'
  readonly account: string
  readonly value?: string
}

/** `load`: no native library for this machine. `call`: the keychain said no. `mismatch`: another value came back than was written. */
export type KeychainReply =
  | { readonly ok: true; readonly value: string | boolean | null }
  | { readonly ok: false; readonly failure: 'load' | 'call' | 'mismatch'; readonly message: string }

/** One JSON line on its stdout; the first line has no reply and says that the process is up. */
export interface KeychainLine {
  readonly id: number
  readonly reply?: KeychainReply
}
