import type { MaterialRecord } from '@consilium/contract/materials/material-record.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import type { MaterialSheet } from './export-columns.ts'
import type { FileReferences, MaterialKind } from './kind.ts'
import type { RecordRow } from './repository.ts'

export interface Modules {
  files: Pick<Files, 'requireUsable' | 'linksTo'>
  dictionaries: Pick<Dictionaries, 'labels'>
}

/** Adds the derived fields of a kind, which rows from the database lack. */
export type Complete<Own> = (actor: Actor, rows: readonly RecordRow<Own>[]) => Promise<RecordRow<Own>[]>

/** What the use cases of one kind of record work with; `Own` are the fields of the kind. */
export interface Scope<Own extends FileReferences>
  extends Pick<Context, 'db' | 'clock' | 'eventLog'>, Modules {
  kind: MaterialKind
  sheet: MaterialSheet<MaterialRecord & Own>
  complete: Complete<Own>
}
