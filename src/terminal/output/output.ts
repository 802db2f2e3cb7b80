/** The part of a Node stream that is written to. */
export interface Output {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  /** `taken` is called when the chunk has left this process, or with the reason why it cannot. */
  write(chunk: string | Uint8Array, taken?: (error?: Error | null) => void): unknown
}

/** Columns of a stream; 0 when it is not a terminal. A terminal that does not know its width says 0, and gets 80. */
export function columnsOf({ isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>): number {
  return isTTY === true ? columns || 80 : 0
}
