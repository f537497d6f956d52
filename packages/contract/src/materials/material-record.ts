import { z } from 'zod'
import type { RoleType } from '../accounts/roles.ts'
import * as f from '../fields.ts'
import { FileLink } from '../files/files.ts'
import { MeetingStage } from '../meetings/meetings.ts'
import { MEETING_READERS } from '../accounts/roles.ts'
import { data, file, page, type Route, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'

export const ATTACHMENTS_MAX = 20

const head = {
  recordId: f.id,
  meetingId: f.id,
  meetingName: z.string(),
  currentStage: MeetingStage.meta({
    description: 'Stage of the meeting; records of a closed meeting cannot be changed',
  }),
}
const tail = {
  files: z.array(FileLink).meta({ description: 'Files of the record in order' }),
  createUserId: f.id,
  createUserName: z.string(),
  createTime: z.string(),
  version: f.version,
  abilities: f.abilities('update', 'remove'),
}
const MaterialRecord = z.object({ ...head, ...tail })
/** The fields that records of all kinds share. */
export type MaterialRecord = z.infer<typeof MaterialRecord>

const filters = {
  meetingId: f.queryId.optional(),
  meetingName: f.searchText.optional(),
}
const MaterialQuery = f.listQuery(filters, ['recordId'])
/** The filters and paging that lists of all kinds share. */
export type MaterialQuery = Omit<z.output<typeof MaterialQuery>, 'orderByColumn'> & { orderByColumn?: string }
/** A query in the body of an export, which has no paging. */
export type Unpaged<Query> = Omit<Query, 'pageNum' | 'pageSize'>

/** Ids of uploaded files without repetition. */
export const attachmentIds = z
  .array(f.id)
  .max(ATTACHMENTS_MAX)
  .transform((fileIds) => [...new Set(fileIds)])
  .meta({ description: 'Ids of uploaded files' })

/** Description of one kind of record. */
interface Description<Own, Required, Optional, Filters, Columns> {
  /** Last part of the paths: `/business/<resource>`. */
  resource: string
  /** Name of the schema in the API document. */
  shape: string
  /** Name of the records, in the plural. */
  noun: string
  writers: readonly RoleType[]
  own: Own
  /** Fields that are required when a record is created. */
  required: Required
  optional: Optional
  filters: Filters
  columns: Columns
}

/** The routes of one kind of record: list, export, read, create, update and delete. */
export function materialRoutesOf<
  Own extends z.ZodRawShape,
  Required extends z.ZodRawShape,
  Optional extends z.ZodRawShape,
  Filters extends z.ZodRawShape,
  const Columns extends readonly string[],
>(kind: Description<Own, Required, Optional, Filters, Columns>) {
  const { noun, writers, required, optional } = kind
  const base = `/business/${kind.resource}`
  const tag = 'Meeting materials'
  const View = z.object({ ...head, ...kind.own, ...tail }).meta({ id: kind.shape })
  const query = f.listQuery({ ...filters, ...kind.filters }, ['recordId', 'createTime', ...kind.columns])
  const changeable = { ...z.object(required).partial().shape, ...optional }
  return {
    list: {
      method: 'GET',
      path: `${base}/list`,
      access: MEETING_READERS,
      tag,
      summary: `List ${noun} of the meetings within reach`,
      query,
      answer: page(View),
    },
    export: {
      method: 'POST',
      path: `${base}/export`,
      access: MEETING_READERS,
      tag,
      summary: `Export ${noun} as an XLSX file, with the filters of the list`,
      body: exportBody(query),
      answer: file(XLSX),
    },
    get: {
      method: 'GET',
      path: `${base}/{recordId}`,
      access: MEETING_READERS,
      tag,
      summary: `Read one of the ${noun}`,
      params: z.object({ recordId: f.queryId }),
      answer: data(View),
    },
    create: {
      method: 'POST',
      path: base,
      target: ['meetingId', 'recordId'],
      access: writers,
      tag,
      summary: `Add to the ${noun} of a meeting`,
      body: z.strictObject({ meetingId: f.id, ...required, ...optional }),
      answer: data(View),
      errors: ['NOT_FOUND', 'MEETING_CLOSED', 'FILE_UNKNOWN'],
      creates: true,
    },
    update: {
      method: 'PUT',
      path: base,
      target: ['recordId'],
      access: writers,
      tag,
      summary: `Change one of the ${noun}; omitted fields are left unchanged`,
      body: z.strictObject({ recordId: f.id, version: f.version, ...changeable }),
      answer: data(View),
      errors: ['NOT_FOUND', 'STALE_RECORD', 'MEETING_CLOSED', 'FILE_UNKNOWN'],
    },
    remove: {
      method: 'DELETE',
      path: `${base}/{recordId}`,
      target: ['recordId'],
      access: writers,
      tag,
      summary: `Delete ${noun}, all or none`,
      params: z.object({ recordId: f.pathIds }),
      answer: data(z.null()),
      errors: ['MEETING_CLOSED'],
    },
  } as const satisfies RouteTable
}

type Access = { access: readonly RoleType[] }
type DataRoute<View> = Route & Access & { answer: { kind: 'data'; schema: z.ZodType<View> } }
type PageRoute<View> = Route & Access & { answer: { kind: 'page'; schema: z.ZodType<View> } }

/** The routes of one kind, typed by its own fields, its query and its bodies. */
export interface MaterialRoutes<Own, Query, Create, Update> {
  list: PageRoute<MaterialRecord & Own> & { query: z.ZodType<Query> }
  export: Route & Access & { answer: { kind: 'file' }; body: z.ZodType<Unpaged<Query>> }
  get: DataRoute<MaterialRecord & Own> & { params: z.ZodType<{ recordId: number }> }
  create: DataRoute<MaterialRecord & Own> & { body: z.ZodType<Create> }
  update: DataRoute<MaterialRecord & Own> & { body: z.ZodType<Update> }
  remove: DataRoute<null> & { params: z.ZodType<{ recordId: number[] }> }
}

/** The part of a kind's routes from which its types are derived. */
export interface MaterialShapes {
  get: { answer: { schema: z.ZodType } }
  list: { query: z.ZodType }
}

/** Fields that only this kind has. */
export type OwnFields<Routes extends MaterialShapes> = Omit<
  z.output<Routes['get']['answer']['schema']>,
  keyof MaterialRecord
>

/** Filters that only this kind has, without ranges. */
export type OwnFilters<Routes extends MaterialShapes> = Exclude<
  keyof z.output<Routes['list']['query']> & string,
  keyof MaterialQuery | `params[${string}`
>
