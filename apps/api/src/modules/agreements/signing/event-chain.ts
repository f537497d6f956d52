import type { Context } from '../../../context.ts'
import { followEvents } from './event-repository.ts'

/** Checks that no record of a signing was changed, inserted or removed. Returns true if the chain is whole. */
export async function verifySignings(
  { db }: Pick<Context, 'db'>,
  say: (line: string) => void,
): Promise<boolean> {
  const { events, broken } = await followEvents(db)
  say(
    broken === null
      ? `The records of signings are intact: ${events}.`
      : `The records of signings are broken: event ${broken} does not follow the ${events} before it.`,
  )
  return broken === null
}
