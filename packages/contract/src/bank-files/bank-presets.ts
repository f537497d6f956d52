import { z } from 'zod'
import { ApprovalWaiting } from '../approvals/waiting.ts'
import { BANK_FILE_READERS, BATCH_MAKERS } from '../batches/batch-access.ts'
import * as f from '../fields.ts'
import { data, type RouteTable } from '../route.ts'
import { choice, said } from '../words.ts'
import { BankField, BankFileFormat, BankPreset } from './bank-files.ts'

/** Own presets of a payer that are not retired. */
export const OWN_PRESETS_MAX = 20
/** Versions of one preset, which stay as long as a batch may name them. */
export const PRESET_VERSIONS_MAX = 50
export const PRESET_COLUMNS_MAX = 40
export const COLUMN_TITLE_MAX = 60
export const COLUMN_TEXT_MAX = 60
export const PRESET_NAME_MAX = 40
/** Lines of a batch that a preview draws. */
export const PREVIEW_LINES_MAX = 20

/** Without these no bank could pay, and twice they could contradict each other. */
export const FIELDS_NEEDED_ONCE = ['payeeAccount', 'payeeName', 'amount'] as const satisfies BankField[]
/** Fields that have a text of their own; a fixed one is nothing without it, nor is "other bank". */
export const FIELDS_WITH_TEXT: readonly BankField[] = ['fixed', 'otherBank', 'clearingCode']
export const FIELDS_NEEDING_TEXT: readonly BankField[] = ['fixed', 'otherBank']

export const OWN_PRESET_STATES = ['draft', 'asked', 'refused', 'approved', 'retired'] as const
export const OWN_PRESET_STATE_LABELS = {
  draft: { 'zh-CN': '草稿', en: 'Draft' },
  asked: { 'zh-CN': '审批中', en: 'Waiting for approval' },
  refused: { 'zh-CN': '已驳回', en: 'Rejected' },
  approved: { 'zh-CN': '已批准', en: 'Approved' },
  retired: { 'zh-CN': '已停用', en: 'Retired' },
} as const
const OwnPresetState = choice(OWN_PRESET_STATES, OWN_PRESET_STATE_LABELS)
export type OwnPresetState = z.infer<typeof OwnPresetState>

const NEEDS_TEXT = said('请填写文字', 'Enter the text')
const TAKES_NO_TEXT = said('此内容不需要文字', 'This content takes no text')
const BankColumnWrite = z
  .strictObject({
    title: f.text(COLUMN_TITLE_MAX).meta({ description: 'Heading of the column', example: '收款账号' }),
    field: BankField,
    value: f.optionalText(COLUMN_TEXT_MAX).meta({
      description: 'The text, if the field is fixed; the own bank, for fields that depend on it',
      example: null,
    }),
  })
  .refine(({ field, value }) => !FIELDS_NEEDING_TEXT.includes(field) || (value ?? null) !== null, {
    error: NEEDS_TEXT,
    path: ['value'],
  })
  .refine(({ field, value }) => FIELDS_WITH_TEXT.includes(field) || (value ?? null) === null, {
    error: TAKES_NO_TEXT,
    path: ['value'],
  })

const countOf = (columns: readonly { field: BankField }[], field: BankField): number =>
  columns.filter((column) => column.field === field).length

const ONCE = said(
  '收款账号、收款户名、金额各须有且仅有一列',
  'Account and name of the payee and the amount need one column each',
)
const COLUMNS_EXAMPLE = [
  { title: '账号', field: 'payeeAccount' },
  { title: '户名', field: 'payeeName' },
  { title: '金额', field: 'amount' },
]
const columns = z
  .array(BankColumnWrite, said('请填写列', 'List the columns'))
  .max(PRESET_COLUMNS_MAX, said(`最多${PRESET_COLUMNS_MAX}列`, `At most ${PRESET_COLUMNS_MAX} columns`))
  .refine((all) => FIELDS_NEEDED_ONCE.every((field) => countOf(all, field) === 1), ONCE)
  .meta({
    description: `Columns in their order, at most ${PRESET_COLUMNS_MAX}`,
    example: COLUMNS_EXAMPLE,
  })
const presetName = f
  .text(PRESET_NAME_MAX)
  .check(f.visible)
  .meta({ description: 'What the preset is called', example: '浦发银行 代发' })
const needsCode = z.boolean().default(true).meta({
  description: 'Payees at other banks must have a clearing code, if there is a column for it',
})
const validFrom = f.date.meta({ description: 'First day of payment that it may be used for' })

const presetId = f.id.meta({ description: 'Id of the version' })
const format = BankFileFormat.meta({ description: 'Format of the file' })
const written = { format, columns, needsCode, validFrom }

const ONE_OF_BOTH = said('新格式请填写名称，新版本沿用原名称', 'A new preset has a name, a version keeps it')
export const OwnPresetCreate = z
  .strictObject({
    presetName: presetName.optional(),
    replacesId: f.id.optional().meta({ description: 'The approved preset that this is a new version of' }),
    ...written,
  })
  .refine((given) => (given.presetName === undefined) !== (given.replacesId === undefined), {
    error: ONE_OF_BOTH,
    path: ['presetName'],
  })
  .meta({
    example: {
      presetName: '浦发银行 代发',
      format: 'csvGbk',
      validFrom: '2026-12-01',
      columns: COLUMNS_EXAMPLE,
    },
  })
export type OwnPresetCreate = z.output<typeof OwnPresetCreate>

export const OwnPresetUpdate = z.strictObject({
  presetId,
  version: f.version,
  presetName: presetName.optional().meta({ description: 'Another name; a new version keeps the one it has' }),
  ...written,
})
export type OwnPresetUpdate = z.output<typeof OwnPresetUpdate>

export const PresetPreview = z.strictObject({
  format,
  columns,
  batchId: f.id.optional().meta({ description: 'A batch whose lines are drawn; without it, samples' }),
})
export type PresetPreview = z.output<typeof PresetPreview>

export const PreviewedFile = z
  .object({
    titles: z.array(z.string()).meta({ description: 'Headings of the columns' }),
    rows: z
      .array(z.array(z.string()))
      .meta({ description: 'Cells as the file has them; account numbers and phones of people are masked' }),
    lines: z
      .int()
      .meta({ description: `Lines of the batch, of which at most ${PREVIEW_LINES_MAX} are drawn` }),
  })
  .meta({ id: 'PreviewedFile' })
export type PreviewedFile = z.infer<typeof PreviewedFile>

export const OwnPreset = BankPreset.omit({ presetId: true, source: true })
  .extend({
    presetId: f.id.meta({ description: 'Id of this version' }),
    choiceId: z.string().meta({
      description: 'What a batch names to be exported so, whatever the version; `own-` with a number',
      example: 'own-12',
    }),
    number: z.int().meta({ description: 'Which version it is, from 1' }),
    needsCode: z.boolean().meta({
      description: 'Payees at other banks must have a clearing code, if there is a column for it',
    }),
    state: OwnPresetState,
    isInForce: z.boolean().meta({ description: 'Whether it is the version that holds today' }),
    createdByName: z.string().meta({ description: 'Who began this version' }),
    createTime: z.string(),
    approvedTime: z.string().nullable().meta({ description: 'When it was approved; null before that' }),
    confirmedByName: z.string().nullable().meta({ description: 'Who said that a bank took such a file' }),
    opinion: z.string().nullable().meta({ description: 'Why it was rejected last' }),
    waiting: ApprovalWaiting.nullable().meta({ description: 'The request that waits, and for whom' }),
    version: f.version,
    abilities: f.abilities('change', 'ask', 'remove', 'renew', 'retire', 'confirm'),
  })
  .meta({ id: 'OwnPreset' })
export type OwnPreset = z.infer<typeof OwnPreset>

const byId = z.object({ presetId: f.queryId.meta({ description: 'Id of the version' }) })
const tag = 'Payment batches'

/** Own presets are for people of the payer alone: neither managers nor machines read or write them. */
export const bankPresetRoutes = {
  list: {
    method: 'GET',
    path: '/business/bankPreset/list',
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: "The payer's own bank file formats: versions that hold or will, and those in preparation",
    answer: data(
      z
        .object({
          presets: z
            .array(OwnPreset)
            .meta({ description: 'The latest version of each first, in the order in which they were begun' }),
        })
        .meta({ id: 'OwnPresets' }),
    ),
    errors: ['NOT_FOUND'],
  },
  preview: {
    method: 'POST',
    path: '/business/bankPreset/preview',
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Draw columns for three sample lines, or for lines of a batch with numbers masked',
    body: PresetPreview,
    keyless: 'computed',
    answer: data(PreviewedFile),
    errors: ['NOT_FOUND'],
  },
  get: {
    method: 'GET',
    path: '/business/bankPreset/{presetId}',
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'A version of an own bank file format',
    params: byId,
    answer: data(OwnPreset),
    errors: ['NOT_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/business/bankPreset',
    target: ['presetId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Prepare an own bank file format, or a new version of one that is approved',
    body: OwnPresetCreate,
    answer: data(OwnPreset),
    errors: [
      'NOT_FOUND',
      'BANK_PRESET_NAME_TAKEN',
      'TOO_MANY_BANK_PRESETS',
      'TOO_MANY_PRESET_VERSIONS',
      'BANK_PRESET_STATE',
      'BANK_PRESET_OPEN',
    ],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/business/bankPreset',
    target: ['presetId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Change a bank file format that is neither approved nor asked for',
    body: OwnPresetUpdate,
    answer: data(OwnPreset),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'BANK_PRESET_NAME_TAKEN', 'BANK_PRESET_STATE'],
  },
  ask: {
    method: 'PUT',
    path: '/business/bankPreset/ask',
    target: ['presetId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Ask for the approval of a bank file format, by somebody else of the payer',
    body: z.strictObject({ presetId, version: f.version, reason: f.optionalText(f.NOTE_MAX) }),
    answer: data(OwnPreset),
    errors: ['NOT_FOUND', 'STALE_RECORD', 'BANK_PRESET_STATE', 'APPROVAL_PENDING'],
  },
  retire: {
    method: 'PUT',
    path: '/business/bankPreset/retire',
    target: ['presetId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Retire an approved bank file format with all its versions; batches that are locked keep it',
    body: z.strictObject({ presetId }),
    answer: data(z.null()),
    errors: ['NOT_FOUND', 'BANK_PRESET_STATE'],
  },
  confirm: {
    method: 'PUT',
    path: '/business/bankPreset/confirm',
    target: ['presetId'],
    access: BANK_FILE_READERS,
    caller: 'person',
    tag,
    summary: 'Say on which day a bank took a file of an approved format',
    body: z.strictObject({
      presetId,
      confirmedOn: f.date.meta({ description: 'Day on which a bank took such a file, not in the future' }),
    }),
    answer: data(OwnPreset),
    errors: ['NOT_FOUND', 'BANK_PRESET_STATE'],
  },
  remove: {
    method: 'DELETE',
    path: '/business/bankPreset/{presetId}',
    target: ['presetId'],
    access: BATCH_MAKERS,
    caller: 'person',
    tag,
    summary: 'Delete a bank file format, or a version, that was never approved and is not asked for',
    params: byId,
    answer: data(z.null()),
    errors: ['NOT_FOUND', 'BANK_PRESET_STATE'],
  },
} as const satisfies RouteTable
