/** What the process of the streams is told, and what it answers. */
export interface Opening {
  host: string
  port: number
  path: string
  streams: { token: string; from: string }[]
}

export type Order =
  | { kind: 'open'; opening: Opening }
  /** Report when every stream has received so many messages. */
  | { kind: 'watch'; messages: number }
  /** Report each message of the first stream. */
  | { kind: 'follow' }

export type Told =
  | { kind: 'open'; failed: number }
  /** Milliseconds since the epoch of the first and the last stream. */
  | { kind: 'all'; firstAt: number; lastAt: number }
  | { kind: 'message'; at: number }
