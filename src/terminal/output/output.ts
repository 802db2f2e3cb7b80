/** The part of a Node stream that we write to. */
export interface Output {
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  /** Calls `taken` when the chunk has left this process, or with the error if it cannot. */
  write(chunk: string | Uint8Array, taken?: (error?: Error | null) => void): unknown
}

/** Returns the columns of a stream; 0 if it is not a terminal. A terminal that does not know its width reports 0 and gets 80. */
export function columnsOf({ isTTY, columns }: Pick<Output, 'isTTY' | 'columns'>): number {
  return isTTY === true ? columns || 80 : 0
}
