import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Organization, OrganizationQuery } from '@consilium/contract/organizations/organizations.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import type { Dictionaries } from '../dictionaries/service.ts'
import { exportColumns } from './export-columns.ts'
import { ownedBy } from './policy.ts'
import * as repository from './repository.ts'
import { viewOf } from './view.ts'

type Needs = Pick<Context, 'db' | 'clock'> & { dictionaries: Dictionaries }

/** The organizations that a caller manages, page by page and as a file. */
export const listing = ({ db, clock, dictionaries }: Needs) => ({
  async list(actor: Actor, query: OrganizationQuery): Promise<Page<Organization>> {
    const page = await repository.listOrganizations(db, ownedBy(actor), query)
    return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
  },

  /** The organizations of `list`, as a file. */
  async export(actor: Actor, query: repository.OrganizationFilters, language: Language): Promise<FileAnswer> {
    return exportFile({
      name: { 'zh-CN': '单位', en: 'organizations' },
      language,
      today: clock.today(),
      columns: exportColumns(language, await dictionaries.labels(language)),
      async batch(after) {
        const { rows, next } = await repository.batchOfOrganizations(db, ownedBy(actor), query, after)
        return { rows: rows.map((row) => viewOf(actor, row)), next }
      },
    })
  },
})
