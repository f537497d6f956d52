import { execFileSync } from 'node:child_process'
import { chownSync, constants, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Debian's packages of PostgreSQL and PgBouncer create it. */
const USER = 'postgres'

export interface Identity {
  uid: number
  gid: number
}

/** For servers that refuse to run as root. Undefined if this process already runs as another user. */
export function unprivileged(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** True if other users may pass through the folder. */
function isOpenToAll(folder: string): boolean {
  const parent = dirname(folder)
  return (statSync(folder).mode & constants.S_IXOTH) !== 0 && (parent === folder || isOpenToAll(parent))
}

/** Makes a folder of this user, where the user can reach it. */
export function makeFolder(prefix: string, identity: Identity | undefined): string {
  const base = !identity || isOpenToAll(tmpdir()) ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(base, prefix))
  if (identity) chownSync(folder, identity.uid, identity.gid)
  return folder
}

/**
 * Returns the arguments of setpriv(1) before a command that is to run as this user. If a folder above the server's
 * programs is closed to other users, the command keeps the capability to pass it (capabilities(7)).
 */
export function asUser(identity: Identity | undefined, bin: string): string[] {
  if (!identity) return ['--']
  const user = ['--reuid', String(identity.uid), '--regid', String(identity.gid), '--clear-groups']
  const right = '+dac_read_search'
  // Without this securebit, access(2), which initdb calls, answers as if the user had no capability.
  const pass = ['--inh-caps', right, '--ambient-caps', right, '--securebits', '+no_setuid_fixup']
  return [...user, ...(isOpenToAll(bin) ? [] : pass), '--']
}
