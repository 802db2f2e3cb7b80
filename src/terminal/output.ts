/** The part of a Node stream that is written to. */
export interface Output {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  /** `taken` is called when the chunk has left this process, or with the reason why it cannot. */
  write(chunk: string | Uint8Array, taken?: (error?: Error | null) => void): unknown
}
