import type { Page } from '@consilium/contract/envelope.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Project, ProjectQuery } from '@consilium/contract/projects/projects.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../domain/actor.ts'
import type { FileAnswer } from '../../infra/http/file-answer.ts'
import { exportFile } from '../../infra/spreadsheet/export-file.ts'
import { exportColumns } from './export-columns.ts'
import * as repository from './repository.ts'
import { requireScoreUnasked, viewOf } from './view.ts'

/** The projects that a caller reaches, page by page and as a file. */
export const listing = ({ db, clock }: Pick<Context, 'db' | 'clock'>) => ({
  async list(actor: Actor, query: ProjectQuery): Promise<Page<Project>> {
    requireScoreUnasked(actor, query)
    const page = await repository.listProjects(db, actor, query)
    return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
  },

  /** Exports the records of `list` as a spreadsheet. */
  async export(
    actor: Actor,
    query: Omit<ProjectQuery, 'pageNum' | 'pageSize'>,
    language: Language,
  ): Promise<FileAnswer> {
    requireScoreUnasked(actor, query)
    return exportFile({
      name: { 'zh-CN': '项目', en: 'projects' },
      language,
      today: clock.today(),
      columns: exportColumns(language),
      async batch(after) {
        const { rows, next } = await repository.batchOfProjects(db, actor, query, after)
        return { rows: rows.map((row) => viewOf(actor, row)), next }
      },
    })
  },
})
