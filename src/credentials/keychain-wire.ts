/** Request to the keychain process: one JSON line on its stdin. */
export interface KeychainRequest {
  readonly id: number
  /** `set` reads back; `probe` writes, reads and deletes. */
  readonly op: 'get' | 'set' | 'remove' | 'probe'
  readonly account: string
  readonly value?: string
}

/** `load`: no native library for this machine. `call`: the keychain rejected it. `mismatch`: the value read differs from the one written. */
export type KeychainReply =
  | { readonly ok: true; readonly value: string | boolean | null }
  | { readonly ok: false; readonly failure: 'load' | 'call' | 'mismatch'; readonly message: string }

/** One JSON line on its stdout. The first line has no reply and reports that the process is running. */
export interface KeychainLine {
  readonly id: number
  readonly reply?: KeychainReply
}
