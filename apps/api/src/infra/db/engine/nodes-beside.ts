import { type Kysely, sql } from 'kysely'
import { newestKnown } from './application-name.ts'

/**
 * Nodes that do not know this migration cannot work on what this version's migrations leave them. It is the first one after the
 * former release, whenever the changelog says “stop all nodes”.
 */
const OLDEST_BESIDE = 29

/** Nodes that cannot run beside this version are connected, so it has migrated nothing. */
export class OlderNodesConnected extends Error {
  override readonly name = 'OlderNodesConnected'
  constructor(sessions: readonly string[]) {
    super(
      `Nodes of a former version are connected to this database, and cannot work on what this version makes of it: ` +
        `${sessions.join(', ')}. Nothing was changed. Stop all nodes of the former version, then start this one.`,
    )
  }
}

interface Session {
  pid: number
  application: string
  address: string | null
}

/**
 * Throws OlderNodesConnected. Every node holds a session that listens, so that an idle one is seen as well; one that starts
 * meanwhile waits for the lock of the migrator and then refuses the newer migrations.
 */
export async function refuseBesideOlderNodes<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<Session>`
    select pid, application_name as application, host(client_addr) as address from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() order by pid`.execute(db)
  const older = rows.filter(({ application }) => (newestKnown(application) ?? OLDEST_BESIDE) < OLDEST_BESIDE)
  if (older.length > 0)
    throw new OlderNodesConnected(
      older.map(
        ({ pid, application, address }) => `${application} at ${address ?? 'this machine'} (session ${pid})`,
      ),
    )
}
