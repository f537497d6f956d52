import type {
  LaborTemplate,
  LaborTemplateCreate,
  LaborTemplateQuery,
  LaborTemplateUpdate,
  TemplateOfMeeting,
  TemplatePlaceholder,
  TemplatePreview,
} from '@consilium/contract/agreements/labor-templates.ts'
import type { Page } from '@consilium/contract/envelope.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../infra/db/database.ts'
import { namingReferences } from '../../../domain/references.ts'
import { knowsSponsor, type Actor } from '../../../domain/actor.ts'
import { ownerOf, ownerView, sponsorOf } from '../../../domain/rule-owners.ts'
import type { Db } from '../../../infra/db/db.ts'
import { Refusal, refuseField, unknownRecord } from '../../../infra/refusal.ts'
import { requireDrawable } from './glyph-check.ts'
import { fillPlaceholders, PLACEHOLDERS, SAMPLE_VALUES, unknownPlaceholders } from './placeholders.ts'
import { mayWrite } from './policy.ts'
import * as repository from './template-repository.ts'
import type { TemplateRow } from './template-repository.ts'

type Scope = Pick<Context, 'db' | 'clock' | 'pdf'>

function viewOf(actor: Actor, { ownerOrgId, ownerName, ownerUserId, ...row }: TemplateRow): LaborTemplate {
  const may = mayWrite(actor, ownerOrgId)
  return {
    ...row,
    owner: ownerView(actor, sponsorOf({ ownerOrgId, ownerName, ownerUserId })),
    abilities: { update: may, remove: may },
  }
}

async function find({ db, clock }: Scope, actor: Actor, templateId: number): Promise<TemplateRow> {
  const template = await repository.findTemplate(db, actor, clock.today(), templateId)
  if (!template) throw new Refusal('NOT_FOUND')
  return template
}

function checkContent({ pdf }: Scope, content: string): void {
  const unknown = unknownPlaceholders(content)
  if (unknown.length > 0)
    throw refuseField('TEMPLATE_PLACEHOLDER_UNKNOWN', 'content', { names: unknown.join(', ') })
  requireDrawable(pdf, { content })
}

function checkDay({ clock }: Scope, validFrom: string | null | undefined): void {
  if (validFrom && validFrom < clock.today()) throw refuseField('DAY_PAST', 'validFrom')
}

async function create(scope: Scope, actor: Actor, body: LaborTemplateCreate): Promise<LaborTemplate> {
  checkContent(scope, body.content)
  checkDay(scope, body.validFrom)
  const ownerOrgId = ownerOf(actor)
  const templateId = await inTransaction(scope.db, async (trx) => {
    const validFrom = body.validFrom ?? null
    if (body.isDefault) await repository.clearDefault(trx, { ownerOrgId, validFrom }, null)
    return repository.insertTemplate(trx, ownerOrgId, body)
  })
  return viewOf(actor, await find(scope, actor, templateId))
}

async function update(scope: Scope, actor: Actor, body: LaborTemplateUpdate): Promise<LaborTemplate> {
  const { templateId } = body
  const before = await find(scope, actor, templateId)
  const { ownerOrgId } = before
  if (!mayWrite(actor, ownerOrgId)) throw new Refusal('FORBIDDEN')
  if (body.content !== undefined) checkContent(scope, body.content)
  if (body.validFrom !== before.validFrom) checkDay(scope, body.validFrom)
  await inTransaction(scope.db, async (trx) => {
    const validFrom = body.validFrom === undefined ? before.validFrom : body.validFrom
    if (body.isDefault ?? before.isDefault)
      await repository.clearDefault(trx, { ownerOrgId, validFrom }, templateId)
    if (!(await repository.updateTemplate(trx, body))) throw new Refusal('STALE_RECORD')
  })
  return viewOf(actor, await find(scope, actor, templateId))
}

/** Deletes all of the templates, or none if one is missing, of another owner or used by a meeting. */
async function remove({ db }: Scope, actor: Actor, templateIds: number[]): Promise<null> {
  const deletion = () =>
    inTransaction(db, async (trx) => {
      const owned = await repository.ownedAmong(trx, templateIds, ownerOf(actor))
      if (owned.length < templateIds.length) throw new Refusal('NOT_FOUND')
      const deleted = await repository.deleteTemplates(trx, templateIds)
      if (deleted < templateIds.length) throw new Refusal('NOT_FOUND')
    })
  await namingReferences(db, actor, { target: 'template', ids: templateIds }, deletion)
  return null
}

/** By which template the next agreement of a meeting is drawn up, as the caller may know it. */
async function ofMeeting(
  { db, clock }: Scope,
  actor: Actor,
  meetingId: number,
): Promise<TemplateOfMeeting | null> {
  const choice = await repository.choiceOf(db, actor, meetingId)
  if (!choice) throw new Refusal('NOT_FOUND')
  const used = await repository.templateFor(db, { meetingId, ...choice }, clock.today())
  if (!used) return null
  const { owner, templateId, templateName } = used
  const knows = owner === null || knowsSponsor(actor, owner)
  return {
    owner: ownerView(actor, owner),
    templateId: knows ? templateId : null,
    templateName: knows ? templateName : null,
    isChosen: templateId === choice.templateId,
  }
}

/** Templates of contracts, of the platform and of sponsors. Each owner has at most one default that begins on a day. */
export function createTemplates({ db, clock, pdf }: Context) {
  const scope: Scope = { db, clock, pdf }
  return {
    find: async (actor: Actor, templateId: number): Promise<LaborTemplate> =>
      viewOf(actor, await find(scope, actor, templateId)),

    async list(actor: Actor, query: LaborTemplateQuery): Promise<Page<LaborTemplate>> {
      const page = await repository.listTemplates(db, actor, clock.today(), query)
      return { ...page, rows: page.rows.map((row) => viewOf(actor, row)) }
    },

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

    create: (actor: Actor, body: LaborTemplateCreate): Promise<LaborTemplate> => create(scope, actor, body),
    update: (actor: Actor, body: LaborTemplateUpdate): Promise<LaborTemplate> => update(scope, actor, body),
    remove: (actor: Actor, templateIds: number[]): Promise<null> => remove(scope, actor, templateIds),

    ofMeeting: (actor: Actor, meetingId: number): Promise<TemplateOfMeeting | null> =>
      ofMeeting(scope, actor, meetingId),

    /** Throws unless meetings may name the template: a sponsor's own holds without being named, and is nobody else's business. */
    async requireNameable(trx: Db, templateId: number | null | undefined): Promise<void> {
      if (templateId && !(await repository.isOfPlatform(trx, templateId)))
        throw unknownRecord('laborTemplateId')
    },
  }
}
