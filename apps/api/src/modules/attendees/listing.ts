import type { Attendee, AttendeeQuery } from '@consilium/contract/attendees/attendees.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import type { Files } from '../files/service.ts'
import { exportAttendees } from './export-columns.ts'
import { seesContact } from './policy.ts'
import * as repository from './repository.ts'
import { viewOf } from './view.ts'

interface Needs extends Pick<Context, 'db' | 'clock'> {
  files: Files
  dictionaries: Pick<Dictionaries, 'labels'>
}

/** The attendees that a caller reaches, page by page and as a file. */
export function listing({ db, clock, files, dictionaries }: Needs) {
  const shown = { files, clock }
  const visibilityOf = (actor: Actor) => ({ masked: !seesContact(actor), now: clock.wire() })
  return {
    async list(actor: Actor, query: AttendeeQuery): Promise<Page<Attendee>> {
      const page = await repository.listAttendees(db, actor, query, visibilityOf(actor))
      return { ...page, rows: page.rows.map((row) => viewOf(shown, actor, row)) }
    },

    /** Exports the records of `list` as a spreadsheet. */
    async export(
      actor: Actor,
      query: Omit<AttendeeQuery, 'pageNum' | 'pageSize'>,
      language: Language,
    ): Promise<FileAnswer> {
      const visibility = visibilityOf(actor)
      const labels = await dictionaries.labels(language)
      return exportAttendees({ language, labels, today: clock.today() }, async (after) => {
        const { rows, next } = await repository.batchOfAttendees(db, actor, query, visibility, after)
        return { rows: rows.map((row) => viewOf(shown, actor, row)), next }
      })
    },
  }
}
