import type { Context } from '../../context.ts'

/** What the use cases of bots work with. */
export type Scope = Pick<Context, 'channels' | 'clock' | 'config' | 'db' | 'keys' | 'log'>

export const placeOf = (column: 'address_cipher' | 'secret_cipher', botId: number) => ({
  table: 'organization_bot',
  column,
  row: botId,
})
