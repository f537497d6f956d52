import { z } from 'zod'
import * as f from '../fields.ts'
import { data, page, type RouteTable } from '../route.ts'

export const LaborTemplate = z
  .object({
    templateId: f.id,
    templateName: z.string(),
    content: z.string().meta({ description: 'One paragraph for each line. Placeholders: {{name}}' }),
    isDefault: z.boolean(),
    status: f.status,
    createTime: z.string(),
    version: f.version,
  })
  .meta({ id: 'LaborTemplate' })
export type LaborTemplate = z.infer<typeof LaborTemplate>

export const TEMPLATE_CONTENT_MAX = 20_000
export const LABOR_TEMPLATE_COLUMNS = ['templateId', 'templateName', 'createTime'] as const
export const LaborTemplateQuery = f.listQuery(
  { templateName: f.searchText.optional(), status: f.status.optional() },
  LABOR_TEMPLATE_COLUMNS,
)
export type LaborTemplateQuery = z.output<typeof LaborTemplateQuery>

export const LaborTemplateCreate = z.strictObject({
  templateName: f.text(f.NAME_MAX),
  content: f.text(TEMPLATE_CONTENT_MAX),
  isDefault: z.boolean().default(false),
  status: f.status.default('0'),
})
export type LaborTemplateCreate = z.output<typeof LaborTemplateCreate>

export const LaborTemplateUpdate = z.strictObject({
  templateId: f.id,
  version: f.version,
  templateName: f.text(f.NAME_MAX).optional(),
  content: f.text(TEMPLATE_CONTENT_MAX).optional(),
  isDefault: z.boolean().optional(),
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

const templateReaders = ['admin', 'manager', 'leader', 'executor', 'meetingExecutor'] as const
const tag = 'Labor agreements'

export const laborTemplateRoutes = {
  listTemplates: {
    method: 'GET',
    path: '/business/laborTemplate/list',
    access: templateReaders,
    tag,
    summary: 'List agreement templates',
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
    access: ['admin', 'manager'],
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
  createTemplate: {
    method: 'POST',
    path: '/business/laborTemplate',
    target: ['templateId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Create an agreement template; unknown placeholders are refused by name',
    body: LaborTemplateCreate,
    answer: data(LaborTemplate),
    errors: ['TEMPLATE_PLACEHOLDER_UNKNOWN', 'GLYPH_MISSING'],
    creates: true,
  },
  updateTemplate: {
    method: 'PUT',
    path: '/business/laborTemplate',
    target: ['templateId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Change an agreement template; contracts that were read or signed keep their text',
    body: LaborTemplateUpdate,
    answer: data(LaborTemplate),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'TEMPLATE_PLACEHOLDER_UNKNOWN', 'GLYPH_MISSING'],
  },
  removeTemplates: {
    method: 'DELETE',
    path: '/business/laborTemplate/{templateId}',
    target: ['templateId'],
    access: ['admin', 'manager'],
    tag,
    summary: 'Delete agreement templates that no meeting uses',
    params: z.object({ templateId: f.pathIds }),
    answer: data(z.null()),
    errors: ['RECORD_IN_USE'],
  },
} as const satisfies RouteTable
