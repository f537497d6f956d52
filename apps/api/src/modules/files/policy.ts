import type { Actor } from '../../domain/actor.ts'

interface Subject {
  createUserId: number | null
}

const keepsAllFiles = (actor: Actor) => actor.roleType === 'admin' || actor.roleType === 'manager'

/**
 * Without a signed address: whoever uploaded the file, and managers. Documents that the service itself made have no
 * uploader; they are read through their records, which log it.
 */
export const mayRead = (actor: Actor | null, file: Subject) =>
  actor !== null && file.createUserId !== null && (keepsAllFiles(actor) || file.createUserId === actor.userId)

/** Whose files a record of the caller may newly refer to; undefined: any that somebody uploaded. */
export const uploaderToReferTo = (actor: Actor) => (keepsAllFiles(actor) ? undefined : actor.userId)
