import type {
  LaborTemplate,
  LaborTemplateCreate,
  LaborTemplateQuery,
  LaborTemplateUpdate,
  TemplatePlaceholder,
  TemplatePreview,
} from '@consilium/contract/agreements/labor-templates.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import { namingReferences } from '../../../domain/references.ts'
import type { Actor } from '../../../domain/actor.ts'
import { Refusal, refuseField } from '../../../infra/refusal.ts'
import { requireDrawable } from './glyph-check.ts'
import { fillPlaceholders, PLACEHOLDERS, SAMPLE_VALUES, unknownPlaceholders } from './placeholders.ts'
import * as repository from './template-repository.ts'

/** Templates of contracts. At most one is the default. */
export function createTemplates({ db, pdf }: Context) {
  function checkContent(content: string): void {
    const unknown = unknownPlaceholders(content)
    if (unknown.length > 0)
      throw refuseField('TEMPLATE_PLACEHOLDER_UNKNOWN', 'content', { names: unknown.join(', ') })
    requireDrawable(pdf, { content })
  }

  async function find(templateId: number): Promise<LaborTemplate> {
    const template = await repository.findTemplate(db, templateId)
    if (!template) throw new Refusal('NOT_FOUND')
    return template
  }

  return {
    find,
    list: (query: LaborTemplateQuery): Promise<Page<LaborTemplate>> => repository.listTemplates(db, query),

    placeholders: (): TemplatePlaceholder[] =>
      Object.entries(PLACEHOLDERS).map(([name, { zh, en, sample }]) => ({
        name,
        label: zh,
        labelEn: en,
        sample,
      })),

    /** Fills a text with sample values. Never refuses it, but returns the problems that would prevent saving. */
    preview: (content: string): TemplatePreview => ({
      text: fillPlaceholders(content, SAMPLE_VALUES),
      unknownPlaceholders: unknownPlaceholders(content),
      missingCharacters: pdf.missingGlyphs(content),
    }),

    async create(body: LaborTemplateCreate): Promise<LaborTemplate> {
      checkContent(body.content)
      return inTransaction(db, async (trx) => {
        if (body.isDefault) await repository.clearDefault(trx, null)
        return repository.insertTemplate(trx, body)
      })
    },

    async update(body: LaborTemplateUpdate): Promise<LaborTemplate> {
      await find(body.templateId)
      if (body.content !== undefined) checkContent(body.content)
      return inTransaction(db, async (trx) => {
        if (body.isDefault) await repository.clearDefault(trx, body.templateId)
        const template = await repository.updateTemplate(trx, body)
        if (!template) throw new Refusal('STALE_RECORD')
        return template
      })
    },

    /** Deletes all of the templates, or none if one is missing or used by a meeting. */
    async remove(actor: Actor, templateIds: number[]): Promise<null> {
      const deletion = () =>
        inTransaction(db, async (trx) => {
          const deleted = await repository.deleteTemplates(trx, templateIds)
          if (deleted < templateIds.length) throw new Refusal('NOT_FOUND')
        })
      await namingReferences(db, actor, { target: 'template', ids: templateIds }, deletion)
      return null
    },
  }
}
