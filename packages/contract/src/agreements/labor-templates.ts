import { z } from 'zod'
import * as f from '../fields.ts'
import { RULE_OWNER_KINDS, RULE_OWNER_LABELS, RuleOwner } from '../gates/rule-owners.ts'
import { data, page, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'

export const LaborTemplate = z
  .object({
    templateId: f.id,
    templateName: z.string(),
    content: z.string().meta({ description: 'One paragraph for each line. Placeholders: {{name}}' }),
    isDefault: z.boolean(),
    owner: RuleOwner.meta({ description: 'Whose template it is' }),
    validFrom: z.string().nullable().meta({ description: 'From when on a default holds; null: always' }),
    isInForce: z.boolean().meta({ description: 'Whether it is the default of its owner today' }),
    status: f.status,
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'remove'),
  })
  .meta({ id: 'LaborTemplate' })
export type LaborTemplate = z.infer<typeof LaborTemplate>

export const TEMPLATE_CONTENT_MAX = 20_000
export const LABOR_TEMPLATE_COLUMNS = ['templateId', 'templateName', 'createTime'] as const
export const LaborTemplateQuery = f.listQuery(
  {
    templateName: f.searchText.optional(),
    status: f.status.optional(),
    ownerKind: choice(RULE_OWNER_KINDS, RULE_OWNER_LABELS)
      .optional()
      .meta({ description: 'Those of the platform, or of sponsors' }),
  },
  LABOR_TEMPLATE_COLUMNS,
)
export type LaborTemplateQuery = z.output<typeof LaborTemplateQuery>

export const LaborTemplateCreate = z.strictObject({
  templateName: f.text(f.NAME_MAX),
  content: f.text(TEMPLATE_CONTENT_MAX),
  isDefault: z.boolean().default(false),
  validFrom: f.date.nullable().optional(),
  status: f.status.default('0'),
})
export type LaborTemplateCreate = z.output<typeof LaborTemplateCreate>

export const LaborTemplateUpdate = z.strictObject({
  templateId: f.id,
  version: f.version,
  templateName: f.text(f.NAME_MAX).optional(),
  content: f.text(TEMPLATE_CONTENT_MAX).optional(),
  isDefault: z.boolean().optional(),
  validFrom: f.date.nullable().optional(),
  status: f.status.optional(),
})
export type LaborTemplateUpdate = z.output<typeof LaborTemplateUpdate>

export const TemplatePreview = z
  .object({
    text: z.string().meta({ description: 'Contract with sample data' }),
    unknownPlaceholders: z
      .array(z.string())
      .meta({ description: 'Unknown placeholders, which are left in the text' }),
    missingCharacters: z.array(z.string()).meta({ description: 'Characters that the document font lacks' }),
  })
  .meta({ id: 'TemplatePreview' })
export type TemplatePreview = z.infer<typeof TemplatePreview>

export const TemplatePlaceholder = z
  .object({
    name: z.string().meta({ example: 'expertName' }),
    label: z.string(),
    labelEn: z.string(),
    sample: z.string(),
  })
  .meta({ id: 'TemplatePlaceholder' })
export type TemplatePlaceholder = z.infer<typeof TemplatePlaceholder>

export const TemplateOfMeeting = z
  .object({
    owner: RuleOwner.meta({ description: 'Whose template it is' }),
    templateId: f.id.nullable().meta({ description: 'Null unless the caller may read the template' }),
    templateName: z.string().nullable().meta({ description: 'As templateId' }),
    isChosen: z
      .boolean()
      .meta({ description: 'Whether the meeting names it; else it is the default of its owner' }),
  })
  .meta({ id: 'TemplateOfMeeting' })
export type TemplateOfMeeting = z.infer<typeof TemplateOfMeeting>

const templateReaders = [
  'admin',
  'manager',
  'leader',
  'executor',
  'meetingExecutor',
  'sponsor',
  'compliance',
] as const
/** Each writes those of its owner: the platform or a sponsor. */
const templateWriters = ['admin', 'manager', 'sponsor', 'compliance'] as const
const tag = 'Labor agreements'

export const laborTemplateRoutes = {
  listTemplates: {
    method: 'GET',
    path: '/business/laborTemplate/list',
    access: templateReaders,
    tag,
    summary: "List agreement templates: the platform's, and a sponsor's for its own people and managers",
    query: LaborTemplateQuery,
    answer: page(LaborTemplate),
  },
  listPlaceholders: {
    method: 'GET',
    path: '/business/laborTemplate/placeholders',
    access: templateReaders,
    tag,
    summary: 'List the placeholders that a template may contain',
    answer: data(z.array(TemplatePlaceholder)),
  },
  previewTemplate: {
    method: 'POST',
    path: '/business/laborTemplate/preview',
    access: templateWriters,
    tag,
    summary: 'Fill a template text with sample data, and list what could not be saved or printed',
    body: z.strictObject({ content: f.text(TEMPLATE_CONTENT_MAX) }),
    keyless: 'computed',
    answer: data(TemplatePreview),
  },
  getTemplate: {
    method: 'GET',
    path: '/business/laborTemplate/{templateId}',
    access: templateReaders,
    tag,
    summary: 'Read one agreement template',
    params: z.object({ templateId: f.queryId }),
    answer: data(LaborTemplate),
  },
  templateOfMeeting: {
    method: 'GET',
    path: '/business/laborTemplate/ofMeeting/{meetingId}',
    access: templateReaders,
    tag,
    summary:
      'By which template the next agreement of a meeting is drawn up, and whose it is; null: there is none',
    params: z.object({ meetingId: f.queryId }),
    answer: data(TemplateOfMeeting.nullable()),
    errors: ['NOT_FOUND'],
  },
  createTemplate: {
    method: 'POST',
    path: '/business/laborTemplate',
    target: ['templateId'],
    access: templateWriters,
    tag,
    summary: 'Create an agreement template; unknown placeholders are refused by name',
    body: LaborTemplateCreate,
    answer: data(LaborTemplate),
    errors: ['TEMPLATE_PLACEHOLDER_UNKNOWN', 'GLYPH_MISSING', 'DAY_PAST'],
    creates: true,
  },
  updateTemplate: {
    method: 'PUT',
    path: '/business/laborTemplate',
    target: ['templateId'],
    access: templateWriters,
    tag,
    summary: 'Change an agreement template; contracts that were read or signed keep their text',
    body: LaborTemplateUpdate,
    answer: data(LaborTemplate),
    errors: [
      'NOT_FOUND',
      'FORBIDDEN',
      'STALE_RECORD',
      'TEMPLATE_PLACEHOLDER_UNKNOWN',
      'GLYPH_MISSING',
      'DAY_PAST',
    ],
  },
  removeTemplates: {
    method: 'DELETE',
    path: '/business/laborTemplate/{templateId}',
    target: ['templateId'],
    access: templateWriters,
    tag,
    summary: 'Delete agreement templates that no meeting uses',
    params: z.object({ templateId: f.pathIds }),
    answer: data(z.null()),
    errors: ['RECORD_IN_USE'],
  },
} as const satisfies RouteTable
